#include "platform/parking.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace assay::platform {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t for_ever = -1;
constexpr std::int64_t one_millisecond = 1'000'000;

/// Repeats a notify until `count` threads have been woken.
std::uint32_t notify_until(ParkingLot& lot, const void* cell, std::uint32_t count) {
  std::uint32_t woken = 0;
  while (woken < count) {
    woken += lot.notify(cell, count - woken);
    std::this_thread::yield();
  }
  return woken;
}

TEST(Parking, AWaitForAnotherValueEndsAtOnce) {
  ParkingLot lot;
  const std::uint32_t narrow = 1;
  const std::uint64_t wide = std::uint64_t{1} << 40U;
  EXPECT_EQ(lot.wait(&narrow, 2, for_ever), WaitOutcome::different);
  EXPECT_EQ(lot.wait(&wide, 0, for_ever), WaitOutcome::different);
}

TEST(Parking, AWaitTimesOut) {
  ParkingLot lot;
  const std::uint32_t narrow = 1;
  const std::uint64_t wide = 1;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(lot.wait(&narrow, 1, 5 * one_millisecond), WaitOutcome::timed_out);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(5));
  EXPECT_EQ(lot.wait(&wide, 1, 0), WaitOutcome::timed_out);
  EXPECT_EQ(lot.notify(&narrow, 1), 0U) << "who timed out is still in the queue";
}

TEST(Parking, NobodyWaitingIsNobodyWoken) {
  ParkingLot lot;
  const std::uint32_t cell = 0;
  EXPECT_EQ(lot.notify(&cell, UINT32_MAX), 0U);
}

TEST(Parking, TheLongestTimeoutDoesNotOverflow) {
  ParkingLot lot;
  std::uint32_t cell = 0;
  std::atomic<bool> done = false;
  std::thread waiter([&] {
    EXPECT_EQ(lot.wait(&cell, 0, INT64_MAX), WaitOutcome::woken);
    done = true;
  });
  std::this_thread::sleep_for(milliseconds(2));
  EXPECT_FALSE(done);
  EXPECT_EQ(notify_until(lot, &cell, 1), 1U);
  waiter.join();
}

TEST(Parking, WaitersAreWokenInTheOrderTheyCame) {
  constexpr std::uint32_t count = 6;
  ParkingLot lot;
  std::uint32_t cell = 0;
  std::atomic<std::uint32_t> about_to_wait = 0;
  std::atomic<std::uint32_t> woken = 0;
  std::vector<std::uint32_t> order(count);
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < count; ++i) {
    threads.emplace_back([&, i] {
      ++about_to_wait;
      EXPECT_EQ(lot.wait(&cell, 0, for_ever), WaitOutcome::woken);
      order[woken.load()] = i;
      ++woken;
    });
    while (about_to_wait <= i) std::this_thread::yield();
    std::this_thread::sleep_for(milliseconds(3));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(notify_until(lot, &cell, 1), 1U);
    while (woken <= i) std::this_thread::yield();
  }
  for (std::thread& thread : threads) thread.join();
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(order[i], i);
}

TEST(Parking, OnlyWaitersOfTheCellAreWoken) {
  // 64 cells share 16 buckets, so that some queues hold waiters of several cells.
  ParkingLot lot;
  std::vector<std::uint32_t> cells(64, 0);
  std::vector<std::thread> threads;
  for (const std::uint32_t& cell : cells) {
    threads.emplace_back([&lot, &cell] { EXPECT_EQ(lot.wait(&cell, 0, for_ever), WaitOutcome::woken); });
  }
  for (const std::uint32_t& cell : cells) {
    EXPECT_EQ(notify_until(lot, &cell, 1), 1U);
    EXPECT_EQ(lot.notify(&cell, 9), 0U);
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(Parking, NoNotificationIsLostBetweenComparisonAndQueue) {
  // A waiter that compared before the change must be seen by the notify after it, or the other side waits for ever.
  ParkingLot lot;
  std::uint32_t turn = 0;
  constexpr std::uint32_t rounds = 2000;
  const auto play = [&](std::uint32_t me) {
    for (std::uint32_t round = 0; round < rounds; ++round) {
      while (__atomic_load_n(&turn, __ATOMIC_SEQ_CST) != me) lot.wait(&turn, 1 - me, for_ever);
      __atomic_store_n(&turn, 1 - me, __ATOMIC_SEQ_CST);
      lot.notify(&turn, 1);
    }
  };
  std::thread other(play, 1);
  play(0);
  other.join();
  EXPECT_EQ(turn, 0U);
}

}  // namespace
}  // namespace assay::platform
