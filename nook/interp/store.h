// Persistent memory during construction; past its end, a count of the bytes that would be needed.
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
  // Counts from the start.
  static Store counting() { return Store({}, true); }

  // The memory to which prepare() writes, one operator at a time, if memory is only counted; starts at a
  // multiple of 16.
  void set_probe(Span<uint8_t> probe) { probe_ = probe; }

  // Whether the memory is full or missing: nothing taken from it may be written any more.
  bool counts() const { return counts_; }
  void count() { counts_ = true; }
  uint32_t used() const { return used_; }
  // The start of the memory; null: it is only counted.
  uint8_t* start() const { return counts_ ? nullptr : memory_.data(); }

  // Takes `bytes` zeroed bytes; null if they are only counted. `alignment` is at most 8. The caller checks
  // that the sum stays below 2^31.
  void* take(size_t bytes, uint32_t alignment) {
    const size_t at = (used_ + alignment - 1) & ~size_t{alignment - 1};
    if (at > memory_.size() || bytes > memory_.size() - at) counts_ = true;
    used_ = static_cast<uint32_t>(at + bytes);
    if (counts_) return nullptr;
    return bytes > 0 ? memset(memory_.data() + at, 0, bytes) : memory_.data() + at;
  }

  // Lends the rest of the memory to an arena, until close() takes back the unused part. A probe starts at the
  // same offset from its alignment as the memory.
  Arena open() const {
    const size_t from = counts_ ? used_ % kBufferAlignment : used_;
    const Span<uint8_t> all = counts_ ? probe_ : memory_;
    return Arena({all.data() + from, all.size() - from});
  }
  void close(const Arena& arena) { used_ += static_cast<uint32_t>(arena.used()); }
  // close() for Params of another size: tables of numbers, at multiples of 4, then the Params.
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
