// Allocation in the store, handles, and the roots of its heap.
#include "runtime/store.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "runtime/store_data.hpp"
#include "wasm/limits.hpp"

namespace assay::runtime {

namespace {

/// Visits a run's frames, from the youngest, stopped at `pc`.
void visit_frames(Slot* frame, const void* pc, ReferenceVisitor visitor) {
  while (frame != nullptr) {
    const FrameHeader& of_frame = header(frame);
    const CodeDescriptor& code = *of_frame.code;
    if (code.queries != nullptr && code.queries->visit_references != nullptr) {
      code.queries->visit_references(code, frame, pc, visitor);
    }
    pc = of_frame.return_pc;
    frame = of_frame.caller;
  }
}

void visit_slots(const std::vector<wasm::ValueType>& types, Slot* slot, ReferenceVisitor visitor) {
  for (const wasm::ValueType type : types) {
    if (type.is_reference()) visitor(slot);
    slot += wasm::slot_count(type);
  }
}

}  // namespace

TemporaryRoots::TemporaryRoots(Store& store, void* self, void (*visit)(void* self, ReferenceVisitor visitor))
    : store_(store), outer_(store.temporary_roots), self_(self), visit_(visit) {
  store.temporary_roots = this;
}

TemporaryRoots::~TemporaryRoots() {
  store_.temporary_roots = outer_;
}

Store::Store(validate::TypeRegistry& types, const Tier& tier, StoreOptions options)
    : data_(std::make_unique<Data>(*this, types, tier, options)) {
  data_->host_context.memory = &data_->no_memory;
  data_->host_context.machine = &machine;
  data_->host_context.store = this;
  machine.context = &data_->host_context;
  machine.stack_limit = data_->stack.limit();
  machine.free_stack = data_->stack.base();
  machine.depth_left = options.call_depth_max;
}

Store::~Store() {
  data_->types.release(data_->own_types);
}

FuncInstance& Store::allocate_host_function(const wasm::FuncType& type, decltype(HostFunction::call) call) {
  const validate::CanonicalType& canonical = data_->intern(type);
  const HostFunction& host = data_->host_calls.emplace_back(HostFunction{&canonical, std::move(call)});
  FuncInstance& func = data_->host_functions.emplace_back();
  func.code.store(data_->tier.host_code, std::memory_order_relaxed);
  func.type = &canonical;
  func.context = &data_->host_context;
  func.host = &host;
  return func;
}

TableInstance* Store::allocate_table(const wasm::TableType& type, Ref init) {
  const std::uint64_t limit = wasm::implementation_limits.table_elements;
  TableInstance& table = data_->tables.emplace_back();
  table.type = type;
  table.max = std::min(type.limits.max.value_or(limit), limit);
  if (type.limits.min > table.max || !table.elements.append(type.limits.min, init)) {
    data_->tables.pop_back();
    return nullptr;
  }
  return &table;
}

MemoryInstance& Store::adopt_memory(std::shared_ptr<MemoryInstance> memory) {
  MemoryInstance& adopted = *memory;
  data_->memories.emplace(&adopted, std::move(memory));
  return adopted;
}

std::shared_ptr<MemoryInstance> Store::share(MemoryInstance& memory) const {
  const auto found = data_->memories.find(&memory);
  return found == data_->memories.end() ? nullptr : found->second;
}

GlobalInstance& Store::allocate_global(const wasm::GlobalType& type, const Value& value) {
  GlobalInstance& global = data_->globals.emplace_back();
  global.type = type;
  store_value(global.cell, value);
  return global;
}

TagInstance& Store::allocate_tag(const wasm::FuncType& type) {
  return allocate_tag(data_->intern(type));
}

TagInstance& Store::allocate_tag(const validate::CanonicalType& type) {
  return data_->tags.emplace_back(TagInstance{&type});
}

Handle Store::make_handle(Ref ref) {
  if (data_->first_free_handle == 0) {
    data_->handles.push_back({.ref = ref});
    return {static_cast<std::uint32_t>(data_->handles.size() - 1)};
  }
  const Handle handle{data_->first_free_handle - 1};
  Data::HandleCell& cell = data_->handles[handle.index];
  data_->first_free_handle = cell.next_free;
  cell = {.ref = ref};
  return handle;
}

Ref Store::get(Handle handle) const {
  assert(handle.index < data_->handles.size());
  return data_->handles[handle.index].ref;
}

void Store::drop(Handle handle) {
  assert(handle.index < data_->handles.size());
  data_->handles[handle.index] = {.ref = null_ref, .next_free = data_->first_free_handle};
  data_->first_free_handle = handle.index + 1;
}

Ref Store::last_exception() const {
  return data_->last_exception;
}
const TrapSite& Store::trap_site() const {
  return data_->trap_site;
}

Heap& Store::heap() {
  return data_->heap;
}

validate::TypeRegistry& Store::types() const {
  return data_->types;
}

const Tier& Store::tier() const {
  return data_->tier;
}

void Store::visit_roots(ReferenceVisitor visitor) {
  visit_frames(machine.frame, machine.pc, visitor);
  for (const OuterRun* run = machine.outer_run; run != nullptr; run = run->outer) {
    visit_frames(run->frame, run->pc, visitor);
  }
  for (const HostCall* call = machine.host_call; call != nullptr; call = call->outer) {
    visit_slots(call->type->params, call->slots, visitor);
  }
  for (const TemporaryRoots* roots = temporary_roots; roots != nullptr; roots = roots->outer_) {
    roots->visit_(roots->self_, visitor);
  }
  visitor(&machine.exception);
  visitor(&data_->last_exception);
  for (Data::HandleCell& cell : data_->handles) visitor(&cell.ref);

  for (TableInstance& table : data_->tables) {
    if (tracing_of(table.type.element) == Tracing::skipped) continue;
    for (Ref& ref : table.elements) visitor(&ref);
  }
  for (GlobalInstance& global : data_->globals) {
    if (tracing_of(global.type.type) == Tracing::followed) visitor(global.cell);
  }
  for (const auto& instance : data_->instances) {
    for (ElementInstance& segment : instance->elements) {
      if (tracing_of(segment.type) == Tracing::skipped) continue;
      for (Ref& ref : segment.items) visitor(&ref);
    }
  }
}

}  // namespace assay::runtime
