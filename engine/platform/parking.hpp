// Threads that wait for a cell of memory to be notified.
#pragma once

#include <cstdint>
#include <memory>

namespace assay::platform {

enum class WaitOutcome : std::uint8_t { woken, different, timed_out };

/// Waiters by the address of the cell they wait on; one lot serves one shared memory, whose cells do not move.
/// The comparison that begins a wait and its entry into the queue are one step for every notify. Waiters of a cell are
/// woken in the order in which they came. Where there are no threads, a wait that would block times out at once.
class ParkingLot {
 public:
  ParkingLot();
  ~ParkingLot();  ///< nobody waits any more
  ParkingLot(const ParkingLot&) = delete;
  ParkingLot& operator=(const ParkingLot&) = delete;

  /// Waits while nobody notifies `cell`, if it holds `expected`. Timeout in nanoseconds; negative: for ever.
  WaitOutcome wait(const std::uint32_t* cell, std::uint32_t expected, std::int64_t timeout);
  WaitOutcome wait(const std::uint64_t* cell, std::uint64_t expected, std::int64_t timeout);

  /// Wakes at most `count` waiters of the cell and tells how many.
  std::uint32_t notify(const void* cell, std::uint32_t count);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace assay::platform
