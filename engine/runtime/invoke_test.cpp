#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <optional>
#include <stdexcept>
#include <vector>

#include "platform/float_control.hpp"
#include "runtime/store.hpp"
#include "runtime/store_fixture.hpp"

namespace assay::runtime {
namespace {

using wasm::ErrorKind;
using wasm::Trap;

const wasm::FuncType takes_nothing{};

/// What must be as before when an invoke has ended.
struct MachineState {
  explicit MachineState(const Machine& machine)
      : pc(machine.pc),
        frame(machine.frame),
        context(machine.context),
        stack_limit(machine.stack_limit),
        depth_left(machine.depth_left),
        invoke_depth(machine.invoke_depth),
        free_stack(machine.free_stack),
        host_call(machine.host_call),
        outer_run(machine.outer_run),
        exception(machine.exception) {}
  const void* pc;
  Slot* frame;
  InstanceContext* context;
  Slot* stack_limit;
  std::int64_t depth_left;
  std::uint32_t invoke_depth;
  Slot* free_stack;
  const HostCall* host_call;
  const OuterRun* outer_run;
  Ref exception;
  friend bool operator==(const MachineState&, const MachineState&) = default;
};

/// Leaves the machine as code does that ended in the middle of things.
void make_a_mess(Store& store) {
  store.machine.depth_left -= 17;
  store.machine.pc = &store;
  store.machine.context = nullptr;
}

TEST(Invoke, PassesArgumentsAndResultsByTheirTypes) {
  StoreFixture fixture;
  const wasm::FuncType type{.params = {wasm::i32, wasm::v128, wasm::f64}, .results = {wasm::f32, wasm::v128}};
  FuncInstance& func = fixture.make_function(type, [](Store&, Slot* slots) {
    EXPECT_EQ(slots[0], 7U);
    EXPECT_EQ(slots[1], 1U);
    EXPECT_EQ(slots[2], 2U);
    EXPECT_EQ(slots[3], std::bit_cast<std::uint64_t>(1.5));
    slots[0] = 0xFFFF'FFFF'0000'0001;  // the upper half of a 32-bit number means nothing
    slots[1] = 3;
    slots[2] = 4;
    return Trap::none;
  });
  const std::array<Value, 3> arguments = {Value::i32(7), Value::v128({1, 2}), Value::f64(1.5)};
  const auto results = fixture.store.invoke(func, arguments);
  ASSERT_TRUE(results.has_value());
  ASSERT_EQ(results->size(), 2U);
  EXPECT_EQ((*results)[0].bits, (wasm::V128{1, 0}));
  EXPECT_EQ((*results)[1].bits, (wasm::V128{3, 4}));
}

TEST(Invoke, RefusesArgumentsOfOtherTypes) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(struct_type({}));
  const auto reference = wasm::ValueType::reference(wasm::HeapType(type.id), wasm::Nullability::non_null);
  FuncInstance& func =
      fixture.make_function({.params = {reference}, .results = {}}, [](Store&, Slot*) { return Trap::none; });
  const auto kind_of = [&](std::vector<Value> arguments) {
    const auto outcome = fixture.store.invoke(func, arguments);
    return outcome ? std::optional<ErrorKind>() : outcome.error().kind;
  };
  const Ref object = to_ref(fixture.store.heap().allocate_struct(type));
  EXPECT_EQ(kind_of({Value::ref(wasm::anyref, object)}), std::nullopt);
  EXPECT_EQ(kind_of({}), ErrorKind::usage);
  EXPECT_EQ(kind_of({Value::i64(object)}), ErrorKind::usage);
  EXPECT_EQ(kind_of({Value::ref(wasm::anyref, null_ref)}), ErrorKind::usage);
  EXPECT_EQ(kind_of({Value::ref(wasm::anyref, make_i31(1))}), ErrorKind::usage);
  EXPECT_EQ(kind_of({Value::ref(wasm::externref, object)}), ErrorKind::usage) << "another hierarchy";
}

TEST(Invoke, EveryEndingRestoresTheMachine) {
  StoreFixture fixture;
  Store& store = fixture.store;
  TagInstance& tag = store.allocate_tag(takes_nothing);
  FuncInstance& thrower = store.allocate_host_function(
      takes_nothing, [](Store&, InstanceContext*, Slot*) -> HostOutcome { throw std::runtime_error("host"); });
  const MachineState before(store.machine);

  FuncInstance& returns = fixture.make_function(takes_nothing, [](Store& s, Slot*) {
    make_a_mess(s);
    return Trap::none;
  });
  EXPECT_TRUE(store.invoke(returns, {}).has_value());
  EXPECT_EQ(MachineState(store.machine), before);

  FuncInstance& traps = fixture.make_function(takes_nothing, [](Store& s, Slot*) {
    make_a_mess(s);
    return Trap::unreachable;
  });
  const auto trapped = store.invoke(traps, {});
  ASSERT_FALSE(trapped.has_value());
  EXPECT_EQ(trapped.error().kind, ErrorKind::trap);
  EXPECT_STREQ(trapped.error().message, "unreachable");
  EXPECT_EQ(MachineState(store.machine), before);

  FuncInstance& exhausts = fixture.make_function(takes_nothing, [](Store& s, Slot*) {
    make_a_mess(s);
    return Trap::call_stack_exhausted;
  });
  const auto exhausted = store.invoke(exhausts, {});
  ASSERT_FALSE(exhausted.has_value());
  EXPECT_EQ(exhausted.error().kind, ErrorKind::exhaustion);
  EXPECT_EQ(MachineState(store.machine), before);

  FuncInstance& throws = fixture.make_function(takes_nothing, [&tag](Store& s, Slot* slots) {
    make_a_mess(s);
    s.machine.exception = make_exception(s, tag, slots);
    return Trap::unhandled_exception;
  });
  const auto thrown = store.invoke(throws, {});
  ASSERT_FALSE(thrown.has_value());
  EXPECT_EQ(thrown.error().kind, ErrorKind::exception);
  EXPECT_EQ(MachineState(store.machine), before);
  ASSERT_NE(store.last_exception(), null_ref);
  store.heap().collect();
  EXPECT_EQ(as_pointer<ExceptionObject>(store.last_exception())->tag, &tag) << "a root until the next invoke";

  FuncInstance& calls_thrower = fixture.make_function(takes_nothing, [&thrower](Store& s, Slot* slots) {
    const Trap trap = call_host(s, thrower, s.machine.context, slots);
    make_a_mess(s);
    return trap;
  });
  EXPECT_THROW(static_cast<void>(store.invoke(calls_thrower, {})), std::runtime_error);
  EXPECT_EQ(MachineState(store.machine), before);
  EXPECT_THROW(static_cast<void>(store.invoke(thrower, {})), std::runtime_error);
  EXPECT_EQ(MachineState(store.machine), before);
  EXPECT_EQ(store.host_exception, nullptr);
  EXPECT_EQ(store.last_exception(), null_ref);
}

TEST(Invoke, AHostFunctionsTrapCarriesItsWords) {
  StoreFixture fixture;
  FuncInstance& func = fixture.store.allocate_host_function(
      takes_nothing,
      [](Store&, InstanceContext*, Slot*) -> HostOutcome { return {.trap = Trap::host, .detail = "no such file"}; });
  const auto outcome = fixture.store.invoke(func, {});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().kind, ErrorKind::trap);
  EXPECT_EQ(outcome.error().detail, "no such file");
}

TEST(Invoke, NestedInvokesRunAboveTheFramesOfTheOuter) {
  StoreFixture fixture;
  const wasm::FuncType type{.params = {wasm::i64}, .results = {wasm::i64}};
  // f(n) = n == 0 ? 0 : n + f(n - 1), each level through the host.
  FuncInstance* sum = nullptr;
  FuncInstance& host =
      fixture.store.allocate_host_function(type, [&sum](Store& store, InstanceContext*, Slot* slots) -> HostOutcome {
        const std::array<Value, 1> argument = {Value::i64(slots[0] - 1)};
        const auto inner = store.invoke(*sum, argument);
        if (!inner) return {.trap = Trap::host};
        slots[0] += inner->front().bits.lo;
        return {};
      });
  sum = &fixture.make_function(type, [&host](Store& store, Slot* slots) {
    return slots[0] == 0 ? Trap::none : call_host(store, host, store.machine.context, slots);
  });
  const std::array<Value, 1> argument = {Value::i64(100)};
  const auto result = fixture.store.invoke(*sum, argument);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->front().bits.lo, 5050U);
}

TEST(Invoke, RecursionThroughTheHostEnds) {
  StoreFixture fixture;
  FuncInstance* self = nullptr;
  std::uint32_t deepest = 0;
  std::vector<ErrorKind> kinds;
  FuncInstance& func =
      fixture.store.allocate_host_function(takes_nothing, [&](Store& store, InstanceContext*, Slot*) -> HostOutcome {
        deepest = std::max(deepest, store.machine.invoke_depth);
        const auto inner = store.invoke(*self, {});
        if (inner) return {};
        kinds.push_back(inner.error().kind);
        return {.trap = Trap::host};
      });
  self = &func;
  EXPECT_FALSE(fixture.store.invoke(func, {}).has_value());
  EXPECT_EQ(deepest, StoreOptions{}.invoke_depth_max);
  EXPECT_EQ(kinds.front(), ErrorKind::exhaustion);
}

TEST(Invoke, AHostsArgumentsAreRootsWhileItRuns) {
  StoreFixture fixture;
  const auto& type = fixture.define_one(struct_type({wasm::i64}));
  FuncInstance& func =
      fixture.store.allocate_host_function({.params = {wasm::v128, wasm::anyref}, .results = {}},
                                           [&type](Store& store, InstanceContext*, Slot* slots) -> HostOutcome {
                                             store.heap().collect();
                                             EXPECT_EQ(store.heap().counts().freed_objects, 0U);
                                             EXPECT_EQ(field_ref(slots[2], type, 0), 12U);
                                             return {};
                                           });
  const Ref object = to_ref(fixture.store.heap().allocate_struct(type));
  set_field(object, type, 0, 12);
  const std::array<Value, 2> arguments = {Value::v128({}), Value::ref(wasm::anyref, object)};
  EXPECT_TRUE(fixture.store.invoke(func, arguments).has_value());
}

TEST(Invoke, ManyResultsNeedRoomOnTheStack) {
  StoreFixture fixture({.stack_bytes = 4096});
  const wasm::FuncType type{.params = {}, .results = std::vector(1000, wasm::i64)};
  FuncInstance& func =
      fixture.store.allocate_host_function(type, [](Store&, InstanceContext*, Slot*) -> HostOutcome { return {}; });
  const auto outcome = fixture.store.invoke(func, {});
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().kind, ErrorKind::exhaustion);
}

TEST(Invoke, WasmsFloatControlHoldsInsideAndTheHostsOutside) {
  StoreFixture fixture;
  std::uint64_t inside = 0;
  FuncInstance& func = fixture.make_function(takes_nothing, [&inside](Store&, Slot*) {
    inside = platform::read_float_control();
    return Trap::none;
  });
#if defined(__x86_64__)
  const std::uint64_t hosts = platform::wasm_float_control | 0x6000;
#else
  const std::uint64_t hosts = std::uint64_t{3} << 22U;
#endif
  platform::write_float_control(hosts);
  EXPECT_TRUE(fixture.store.invoke(func, {}).has_value());
  EXPECT_EQ(platform::read_float_control(), hosts);
  platform::write_float_control(platform::wasm_float_control);
  EXPECT_EQ(inside, platform::wasm_float_control);
}

}  // namespace
}  // namespace assay::runtime
