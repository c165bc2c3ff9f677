// Code of modules: translated at the first call, published once; and the stubs that stand in for what has none.
#include "interp/code.hpp"

#include "interp/handlers.hpp"
#include "interp/steps/calls.hpp"
#include "interp/translator.hpp"
#include "runtime/frame.hpp"

namespace assay::interp {

namespace {

const Code& code_of(const runtime::CodeDescriptor& descriptor) {
  return static_cast<const Code&>(descriptor);
}

/// Translates the function again, up to the word that is asked about.
Translator::Query ask(const Code& code, const void* pc) {
  Translator::Query query;
  const auto bytes = static_cast<const std::byte*>(pc) - reinterpret_cast<const std::byte*>(code.instructions.data());
  query.word = static_cast<std::uint32_t>(static_cast<std::size_t>(bytes) / sizeof(std::uint64_t));
  Code again;
  Translator translator(code.module->types(), code.settings, &query);
  translator.translate(code.func, again);
  return query;
}

std::size_t body_offset(const runtime::CodeDescriptor& descriptor, const void* pc) {
  return ask(code_of(descriptor), pc).body_offset;
}

void visit_references(const runtime::CodeDescriptor& descriptor, Slot* frame, const void* pc,
                      runtime::ReferenceVisitor visitor) {
  const Code& code = code_of(descriptor);
  code.reference_maps->visit(
      code.word_of(static_cast<Pc>(pc)), [&] { return ask(code, pc).reference_slots; }, frame, visitor);
}

constexpr runtime::CodeQueries interpreted_queries{.body_offset = body_offset, .visit_references = visit_references};

// Stubs belong to no body and hold nothing: a host function's arguments are the business of call_host.
constexpr runtime::CodeQueries stub_queries{
    .body_offset = [](const runtime::CodeDescriptor&, const void*) -> std::size_t { return 0; },
    .visit_references = [](const runtime::CodeDescriptor&, Slot*, const void*, runtime::ReferenceVisitor) {}};

Code make_stub(Dispatch dispatch, Internal handler, runtime::CodeKind kind, std::uint32_t locals) {
  Code code;
  code.queries = &stub_queries;
  code.kind = kind;
  code.local_slots = locals;
  code.frame_slots = runtime::header_slots + locals;
  code.instructions = {handler_tables(dispatch).word(handler)};
  return code;
}

/// The stubs of a dispatch, made once.
struct Stubs {
  Code lazy;
  Code host;
  Code exit;

  explicit Stubs(Dispatch dispatch)
      : lazy(make_stub(dispatch, Internal::lazy, runtime::CodeKind::lazy, 0)),
        host(make_stub(dispatch, Internal::host, runtime::CodeKind::host, 1)),
        exit(make_stub(dispatch, Internal::exit, runtime::CodeKind::entry, 0)) {}
};

const Stubs& stubs(Dispatch dispatch) {
  if (dispatch == Dispatch::threaded) {
    static const Stubs threaded(Dispatch::threaded);
    return threaded;
  }
  static const Stubs looped(Dispatch::looped);
  return looped;
}

}  // namespace

const Code& lazy_stub(const Settings& settings) {
  return stubs(settings.dispatch).lazy;
}
const Code& host_stub(const Settings& settings) {
  return stubs(settings.dispatch).host;
}
Pc exit_pc(const Settings& settings) {
  return stubs(settings.dispatch).exit.instructions.data();
}

ModuleCode::ModuleCode(const Settings& settings, std::shared_ptr<const validate::ValidModule> module)
    : settings_(settings),
      module_(std::move(module)),
      codes_(std::make_unique<std::atomic<const Code*>[]>(module_->module().functions.size())) {}

ModuleCode::~ModuleCode() {
  for (std::size_t i = 0; i < module_->module().functions.size(); ++i) delete codes_[i].load(std::memory_order_relaxed);
}

const Code& ModuleCode::code_of(wasm::FuncIndex func) {
  std::atomic<const Code*>& place = codes_[func.value];
  if (const Code* present = place.load(std::memory_order_acquire); present != nullptr) return *present;

  auto made = std::make_unique<Code>();
  Translator translator(module_->types(), settings_);
  translator.translate(func, *made);
  made->queries = &interpreted_queries;
  made->module = module_.get();
  made->settings = settings_;
  made->reference_maps = std::make_unique<ReferenceMaps>();

  const Code* expected = nullptr;
  if (!place.compare_exchange_strong(expected, made.get(), std::memory_order_acq_rel)) return *expected;
  return *made.release();
}

Exit lazy_step(State& s) {
  auto& func = *reinterpret_cast<FuncInstance*>(static_cast<std::uintptr_t>(s.word));
  save(s);
  const Code& code = static_cast<ModuleCode*>(func.instance->code.get())->code_of(func.index);
  func.code.store(&code, std::memory_order_release);
  const runtime::FrameHeader header = runtime::header(s.frame);
  return enter(s, func, s.frame, header.caller, header.return_pc, header.caller_context);
}

}  // namespace assay::interp
