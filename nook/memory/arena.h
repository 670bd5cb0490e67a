#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// A bump allocator over memory that the caller owns. Allocation is O(1). Nothing is freed singly; `rewind()`
// returns to an earlier level. Never calls the system heap.
class Arena {
 public:
  explicit Arena(Span<uint8_t> memory) : memory_(memory) {}

  // `count` value-initialized objects, or an empty span if they do not fit.
  template <class T>
  Span<T> make(size_t count) {
    if (count > SIZE_MAX / sizeof(T)) return {};
    void* const at = allocate(count * sizeof(T), alignof(T));
    if (!at) return {};
    T* const first = static_cast<T*>(at);
    for (size_t i = 0; i < count; ++i) first[i] = T{};
    return {first, count};
  }

  // `size` bytes at a multiple of `alignment` (a power of two), or null. used() is unchanged on failure.
  void* allocate(size_t size, size_t alignment) {
    const uintptr_t base = reinterpret_cast<uintptr_t>(memory_.data());
    const uintptr_t start = (base + used_ + alignment - 1) & ~static_cast<uintptr_t>(alignment - 1);
    const size_t offset = start - base;
    if (offset > memory_.size() || size > memory_.size() - offset) {
      ++failures_;
      return nullptr;
    }
    used_ = offset + size;
    if (used_ > peak_) peak_ = used_;
    return memory_.data() + offset;
  }

  size_t size() const { return memory_.size(); }
  size_t used() const { return used_; }
  size_t peak() const { return peak_; }
  size_t failures() const { return failures_; }
  void rewind(size_t used) { used_ = used; }

 private:
  Span<uint8_t> memory_;
  size_t used_ = 0, peak_ = 0, failures_ = 0;
};

}  // namespace nook
