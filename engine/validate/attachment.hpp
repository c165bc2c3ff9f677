// A place for what a floor above works out about something below, once, to be freed with it.
#pragma once

#include <atomic>
#include <utility>

namespace assay::validate {

/// What can be attached. The floor that attaches knows the real type.
class Attachment {
 public:
  Attachment() = default;
  virtual ~Attachment() = default;
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;
};

/// Holds at most one attachment, set once, read by any thread. Assigning replaces (while nobody reads).
class AttachmentSlot {
 public:
  AttachmentSlot() = default;
  ~AttachmentSlot() { delete get(); }
  AttachmentSlot(const AttachmentSlot&) = delete;
  AttachmentSlot& operator=(const AttachmentSlot&) = delete;
  AttachmentSlot(AttachmentSlot&& other) noexcept : attachment_(other.attachment_.exchange(nullptr)) {}
  AttachmentSlot& operator=(AttachmentSlot&& other) noexcept {
    delete attachment_.exchange(other.attachment_.exchange(nullptr));
    return *this;
  }

  [[nodiscard]] Attachment* get() const { return attachment_.load(std::memory_order_acquire); }

  /// Attaches `made` unless another thread was first, and tells what is attached now.
  Attachment* attach(Attachment* made) {
    Attachment* present = nullptr;
    if (attachment_.compare_exchange_strong(present, made, std::memory_order_acq_rel)) return made;
    delete made;
    return present;
  }

 private:
  std::atomic<Attachment*> attachment_ = nullptr;
};

}  // namespace assay::validate
