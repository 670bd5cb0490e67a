// The persistent memory while an interpreter is built, and a count of what it would be once it has ended.
#pragma once
#include <string.h>

#include "nook/core/span.h"
#include "nook/core/tensor.h"
#include "nook/memory/arena.h"

namespace nook::interp {

class Store {
 public:
  // `memory` starts at a multiple of 8.
  static Store in(Span<uint8_t> memory) { return Store(memory, false); }
  // Counts from the beginning.
  static Store counting() { return Store({}, true); }

  // Where prepare() makes what is only counted, one operator at a time; starts at a multiple of 16.
  void set_probe(Span<uint8_t> probe) { probe_ = probe; }

  // The memory has ended, or there was none: nothing that was taken is to be written to any more.
  bool counts() const { return counts_; }
  void count() { counts_ = true; }
  uint32_t used() const { return used_; }
  // Where the memory starts; null: it is only counted.
  uint8_t* start() const { return counts_ ? nullptr : memory_.data(); }

  // `bytes` zeroed bytes; null when they are only counted. `alignment` is at most 8. Whoever takes has
  // checked that they are less than 2^31 in all.
  void* take(size_t bytes, uint32_t alignment) {
    const size_t at = (used_ + alignment - 1) & ~size_t{alignment - 1};
    if (at > memory_.size() || bytes > memory_.size() - at) counts_ = true;
    used_ = static_cast<uint32_t>(at + bytes);
    if (counts_) return nullptr;
    return bytes > 0 ? memset(memory_.data() + at, 0, bytes) : memory_.data() + at;
  }

  // The rest of the memory for an arena, and what became of it. A probe begins as far from its alignment as
  // the memory would.
  Arena open() const {
    const size_t from = counts_ ? used_ % kBufferAlignment : used_;
    const Span<uint8_t> all = counts_ ? probe_ : memory_;
    return Arena({all.data() + from, all.size() - from});
  }
  void close(const Arena& arena) { used_ += static_cast<uint32_t>(arena.used()); }
  // Where Params have another size: tables of numbers, at multiples of 4, and then they.
  void close(size_t tables, uint32_t params) {
    used_ = ((used_ + static_cast<uint32_t>(tables) + 3) & ~3u) + params;
  }

 private:
  Store(Span<uint8_t> memory, bool counts) : memory_(memory), counts_(counts) {}

  Span<uint8_t> memory_, probe_;
  uint32_t used_ = 0;
  bool counts_;
};

}  // namespace nook::interp
