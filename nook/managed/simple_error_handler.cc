#include "nook/managed/simple_error_handler.h"

namespace nook::managed {

// Events are rare and few are kept, so shifting the array needs less code than a ring and leaves a plain
// array to search.
void EventHistory::notify(const Event& event) {
  if (memory_.empty()) return;
  if (size_ == memory_.size()) {
    --size_;
    for (size_t i = 0; i < size_; ++i) memory_[i] = memory_[i + 1];
  }
  memory_[size_++] = event;
}

void EventHistory::on_error(const Error& error) {
  notify(error);
  if (on_error_) return on_error_(error, user_);
  for (;;) __asm__ volatile("");  // keeps the loop: a compiler may remove a loop without effects
}

}  // namespace nook::managed
