// The persistent memory while an interpreter is built, or a count of what it would be.
#pragma once
#include <string.h>

#include "nook/core/span.h"
#include "nook/memory/arena.h"

namespace nook::interp {

class Store {
 public:
  // `memory` starts at a multiple of 8.
  static Store in(Span<uint8_t> memory) { return Store(memory, {}); }
  // Counts only. What prepare() makes, one operator at a time, is made in `probe`, which starts at a multiple
  // of 16.
  static Store counting(Span<uint8_t> probe) { return Store({}, probe); }

  bool counts() const { return !probe_.empty(); }
  uint32_t used() const { return used_; }
  bool full() const { return full_; }

  // `bytes` zeroed bytes; null when they are only counted, or do not fit. `alignment` is at most 8.
  void* take(size_t bytes, uint32_t alignment) {
    const size_t at = (used_ + alignment - 1) & ~size_t{alignment - 1};
    if (at + bytes > UINT32_MAX / 2) full_ = true;
    if (!counts() && (at > memory_.size() || bytes > memory_.size() - at)) full_ = true;
    if (full_) return nullptr;
    used_ = static_cast<uint32_t>(at + bytes);
    if (counts()) return nullptr;
    return bytes > 0 ? memset(memory_.data() + at, 0, bytes) : memory_.data() + at;
  }

  // The rest of the memory for an arena, and what became of it. A probe begins as far from its alignment as
  // the memory would.
  Arena open() const {
    const size_t from = counts() ? used_ % 16 : used_;
    const Span<uint8_t> all = counts() ? probe_ : memory_;
    return Arena({all.data() + from, all.size() - from});
  }
  void close(const Arena& arena) { used_ += static_cast<uint32_t>(arena.used()); }
  // Where Params have another size: tables of numbers, at multiples of 4, and then they.
  void close(size_t tables, uint32_t params) {
    used_ = ((used_ + static_cast<uint32_t>(tables) + 3) & ~3u) + params;
  }

 private:
  Store(Span<uint8_t> memory, Span<uint8_t> probe) : memory_(memory), probe_(probe) {}

  Span<uint8_t> memory_, probe_;
  uint32_t used_ = 0;
  bool full_ = false;
};

}  // namespace nook::interp
