// A lock for what threads share; nothing at all where there are no threads.
#pragma once

#if !defined(__wasm__)
#include <mutex>
#endif

namespace assay::platform {

#if defined(__wasm__)
class Mutex {
 public:
  void lock() {}
  void unlock() {}
};
#else
using Mutex = std::mutex;
#endif

/// Holds a Mutex for the length of a block.
class [[nodiscard]] MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace assay::platform
