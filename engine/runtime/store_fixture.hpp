// What this room's tests share: a store whose tier runs C++ in place of wasm, and types made by hand.
#pragma once

#include <deque>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "runtime/layout.hpp"
#include "runtime/operations.hpp"
#include "runtime/store.hpp"

namespace assay::runtime {

/// The tier's run() for tests: what stands in for the code of the function being entered. It is given the slots of the
/// arguments, where it leaves the results, and tells how the run ends.
using FakeBody = std::function<wasm::Trap(Store& store, Slot* slots)>;

/// A store with defined types of the test's choice.
class StoreFixture {
 public:
  explicit StoreFixture(StoreOptions options = {}) : store(types, fake_tier(), options) {}
  ~StoreFixture() { types.release(own_types_); }
  StoreFixture(const StoreFixture&) = delete;
  StoreFixture& operator=(const StoreFixture&) = delete;

  /// Defines one recursion group and tells its types.
  std::vector<const validate::CanonicalType*> define(std::vector<wasm::SubType> group) {
    const auto count = static_cast<std::uint32_t>(group.size());
    const std::vector<wasm::RecGroup> groups = {{wasm::TypeIndex(0U), count}};
    const auto ids = types.intern(base::IndexedVector<wasm::TypeIndex, wasm::SubType>(std::move(group)), groups);
    std::vector<const validate::CanonicalType*> defined;
    for (const wasm::TypeIndex id : ids) defined.push_back(&types.type(id));
    own_types_.push_back(defined.front()->id);  // the reference is on the group
    return defined;
  }
  const validate::CanonicalType& define_one(wasm::SubType type) { return *define({std::move(type)}).front(); }

  /// A function that runs the fake body given.
  FuncInstance& make_function(const wasm::FuncType& type, FakeBody body) {
    own_types_.push_back(types.intern(type));
    FuncInstance& func = functions_.emplace_back();
    func.type = &types.type(own_types_.back());
    func.context = store.machine.context;
    func.code = &code_;
    func.index = wasm::FuncIndex(static_cast<std::uint32_t>(bodies().size()));
    bodies().push_back(std::move(body));
    return func;
  }

  validate::TypeRegistry types;
  Store store;

 private:
  static std::vector<FakeBody>& bodies() {
    thread_local std::vector<FakeBody> all;
    return all;
  }
  static void run(Store& store) {
    Machine& machine = store.machine;
    const FuncInstance& func = *machine.entering;
    Slot* const slots = machine.frame - slot_count(func.func_type().params);
    machine.trap = bodies()[func.index.value](store, slots);
  }
  static Tier fake_tier() { return {.lazy_code = &code_, .run = &run, .host_code = &code_}; }

  static constexpr CodeDescriptor code_{.frame_slots = header_slots};
  std::vector<wasm::TypeIndex> own_types_;
  std::deque<FuncInstance> functions_;
};

inline wasm::SubType struct_type(std::initializer_list<wasm::ValueType> fields) {
  wasm::SubType type;
  type.kind = wasm::CompositeKind::struct_;
  type.final = false;
  for (const wasm::ValueType field : fields) type.fields.push_back({field, wasm::Mutability::variable});
  return type;
}

inline wasm::SubType array_type(wasm::ValueType element) {
  wasm::SubType type;
  type.kind = wasm::CompositeKind::array;
  type.final = false;
  type.fields.push_back({element, wasm::Mutability::variable});
  return type;
}

/// The type below another of the same group.
inline wasm::SubType below(std::uint32_t super, wasm::SubType type) {
  type.supertypes = {wasm::TypeIndex(super)};
  return type;
}

inline wasm::ValueType reference_to_type(std::uint32_t index) {
  return wasm::ValueType::reference(wasm::HeapType(wasm::TypeIndex(index)), wasm::Nullability::nullable);
}

inline Ref field_ref(Ref object, const validate::CanonicalType& type, std::uint32_t field) {
  Slot slot = 0;
  load_field(as_pointer<Object>(object)->bytes() + field_offset(type, field), type.sub.fields[field].storage,
             Extend::none, &slot);
  return slot;
}

inline void set_field(Ref object, const validate::CanonicalType& type, std::uint32_t field, Slot value) {
  store_field(as_pointer<Object>(object)->bytes() + field_offset(type, field), type.sub.fields[field].storage, &value);
}

}  // namespace assay::runtime
