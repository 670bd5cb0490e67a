// Persistent memory while an interpreter is built; after its end, a count of what would be needed.
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

  // Where prepare() writes if memory is only counted, one operator at a time; starts at a multiple of 16.
  void set_probe(Span<uint8_t> probe) { probe_ = probe; }

  // The memory is full, or there was none: nothing that was taken may be written any more.
  bool counts() const { return counts_; }
  void count() { counts_ = true; }
  uint32_t used() const { return used_; }
  // The start of the memory; null: it is only counted.
  uint8_t* start() const { return counts_ ? nullptr : memory_.data(); }

  // Takes `bytes` zeroed bytes; null if they are only counted. `alignment` is at most 8. The caller has
  // checked that the sum stays below 2^31.
  void* take(size_t bytes, uint32_t alignment) {
    const size_t at = (used_ + alignment - 1) & ~size_t{alignment - 1};
    if (at > memory_.size() || bytes > memory_.size() - at) counts_ = true;
    used_ = static_cast<uint32_t>(at + bytes);
    if (counts_) return nullptr;
    return bytes > 0 ? memset(memory_.data() + at, 0, bytes) : memory_.data() + at;
  }

  // Lends the rest of the memory to an arena, and takes back what the arena used. A probe begins as far from
  // its alignment as the memory would.
  Arena open() const {
    const size_t from = counts_ ? used_ % kBufferAlignment : used_;
    const Span<uint8_t> all = counts_ ? probe_ : memory_;
    return Arena({all.data() + from, all.size() - from});
  }
  void close(const Arena& arena) { used_ += static_cast<uint32_t>(arena.used()); }
  // For Params of another size: tables of numbers, at multiples of 4, then the Params.
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
