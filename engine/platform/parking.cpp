// A parking lot: queues of waiters, each with a condition of its own, in a few locked buckets.
#include "platform/parking.hpp"

#include <array>
#include <cstddef>

#if !defined(__wasm__)
#include <chrono>
#include <condition_variable>
#include <mutex>
#endif

namespace assay::platform {

#if defined(__wasm__)

struct ParkingLot::Data {};

ParkingLot::ParkingLot() = default;
ParkingLot::~ParkingLot() = default;

WaitOutcome ParkingLot::wait(const std::uint32_t* cell, std::uint32_t expected, std::int64_t) {
  return *cell == expected ? WaitOutcome::timed_out : WaitOutcome::different;
}

WaitOutcome ParkingLot::wait(const std::uint64_t* cell, std::uint64_t expected, std::int64_t) {
  return *cell == expected ? WaitOutcome::timed_out : WaitOutcome::different;
}

std::uint32_t ParkingLot::notify(const void*, std::uint32_t) {
  return 0;
}

#else

namespace {

/// One waiting thread; lies on that thread's stack while it is in a queue.
struct Waiter {
  const void* cell = nullptr;
  bool woken = false;
  Waiter* next = nullptr;
  std::condition_variable condition;
};

struct Bucket {
  std::mutex mutex;
  Waiter* first = nullptr;
  Waiter** end = &first;

  void push(Waiter& waiter) {
    *end = &waiter;
    end = &waiter.next;
  }

  /// Takes out the waiter that `link` points to.
  void unlink(Waiter** link) {
    Waiter* const waiter = *link;
    *link = waiter->next;
    if (end == &waiter->next) end = link;
    waiter->next = nullptr;
  }

  void remove(const Waiter& waiter) {
    Waiter** link = &first;
    while (*link != &waiter) link = &(*link)->next;
    unlink(link);
  }
};

/// The moment when a wait of `timeout` nanoseconds from now ends, or none when that lies beyond the clock's range.
bool find_deadline(std::int64_t timeout, std::chrono::steady_clock::time_point& deadline) {
  using Nanoseconds = std::chrono::nanoseconds;
  const auto now = std::chrono::steady_clock::now();
  const std::int64_t since_epoch = std::chrono::duration_cast<Nanoseconds>(now.time_since_epoch()).count();
  if (timeout > INT64_MAX - since_epoch) return false;
  deadline = now + Nanoseconds(timeout);
  return true;
}

template <class T>
WaitOutcome wait_in(Bucket& bucket, const T* cell, T expected, std::int64_t timeout) {
  Waiter self;
  self.cell = cell;
  std::chrono::steady_clock::time_point deadline;
  const bool ends = timeout >= 0 && find_deadline(timeout, deadline);

  std::unique_lock lock(bucket.mutex);
  if (__atomic_load_n(cell, __ATOMIC_SEQ_CST) != expected) return WaitOutcome::different;
  bucket.push(self);
  const auto is_woken = [&self] { return self.woken; };
  if (!ends) {
    self.condition.wait(lock, is_woken);
    return WaitOutcome::woken;
  }
  if (self.condition.wait_until(lock, deadline, is_woken)) return WaitOutcome::woken;
  bucket.remove(self);
  return WaitOutcome::timed_out;
}

}  // namespace

struct ParkingLot::Data {
  std::array<Bucket, 16> buckets;

  Bucket& bucket_of(const void* cell) {
    const auto address = reinterpret_cast<std::uintptr_t>(cell);
    return buckets[(address >> 2U ^ address >> 6U ^ address >> 12U) % buckets.size()];
  }
};

ParkingLot::ParkingLot() : data_(std::make_unique<Data>()) {}
ParkingLot::~ParkingLot() = default;

WaitOutcome ParkingLot::wait(const std::uint32_t* cell, std::uint32_t expected, std::int64_t timeout) {
  return wait_in(data_->bucket_of(cell), cell, expected, timeout);
}

WaitOutcome ParkingLot::wait(const std::uint64_t* cell, std::uint64_t expected, std::int64_t timeout) {
  return wait_in(data_->bucket_of(cell), cell, expected, timeout);
}

std::uint32_t ParkingLot::notify(const void* cell, std::uint32_t count) {
  Bucket& bucket = data_->bucket_of(cell);
  const std::scoped_lock lock(bucket.mutex);
  std::uint32_t woken = 0;
  for (Waiter** link = &bucket.first; *link != nullptr && woken < count;) {
    Waiter& waiter = **link;
    if (waiter.cell != cell) {
      link = &waiter.next;
      continue;
    }
    bucket.unlink(link);
    waiter.woken = true;
    // Under the lock: the waiter cannot leave, and end the condition's life, before this returns.
    waiter.condition.notify_one();
    ++woken;
  }
  return woken;
}

#endif

}  // namespace assay::platform
