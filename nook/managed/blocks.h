#pragma once
#include <string.h>

#include "nook/core/span.h"
#include "nook/managed/allocator.h"

namespace nook::managed {

// A run of memory cut into blocks, each a header and its bytes, without a gap: what arenas are made of.
// Sizes count granules: a header (how many granules, as a T, and the handle) rounded up to the alignment.
//
//   T          what counts granules: uint8_t, uint16_t or uint32_t; the memory is at most that many
//   alignment  of every block's bytes and of the memory; a power of two
template <class T, size_t alignment>
class Blocks : public AllocatorInterface {
  static_assert((alignment & (alignment - 1)) == 0, "an alignment is a power of two");

 public:
  // Also what a block costs beside its bytes, which are rounded up to a multiple of it.
  static constexpr size_t kGranule = (sizeof(T) + sizeof(void*) + alignment - 1) & ~(alignment - 1);
  // Of memory, that can be made use of.
  static constexpr size_t kMostBytes = static_cast<size_t>(T(-1)) * kGranule;
  // What a block of `bytes` takes of the memory: the size of a buffer for a planner.
  static constexpr size_t block_bytes(size_t bytes) {
    return (1 + ((bytes ? bytes : 1) + kGranule - 1) / kGranule) * kGranule;
  }

  // Every handle becomes empty and every block is gone.
  void clear() {
    empty_handles();
    if (size_) set(0, size_, kFree);
  }
  size_t size_bytes() const { return size_ * kGranule; }
  bool moves(const void* address) const override {
    const uintptr_t offset = offset_of(address);
    for (size_t at = 0; at < size_; at += units(at))
      if (offset < (at + units(at)) * kGranule) return !(tag(at) & kFixed);
    return false;
  }

 protected:
  using typename AllocatorInterface::Found;
  using typename AllocatorInterface::Kind;
  static constexpr size_t kNowhere = SIZE_MAX;
  // What the second half of a header says; a handle is aligned to 4.
  static constexpr uintptr_t kFree = 0, kFixed = 1, kUnbound = 2;

  // Borrows the memory; what does not fill a granule, before or after, is left alone.
  explicit Blocks(Span<uint8_t> memory) {
    const size_t skip = -reinterpret_cast<uintptr_t>(memory.data()) & (alignment - 1);
    const size_t bytes = memory.size() > skip ? memory.size() - skip : 0;
    memory_ = memory.data() + (bytes ? skip : 0);
    size_ = (bytes < kMostBytes ? bytes : kMostBytes) / kGranule;
    if (size_) set(0, size_, kFree);
  }
  ~Blocks() { empty_handles(); }

  // Granules of a block for `bytes`; more than there are when it can't be.
  size_t need_of(size_t bytes) const {
    return bytes <= size_bytes() ? block_bytes(bytes) / kGranule : SIZE_MAX;
  }

  // Uses granules [start, start + need) of the free block `at`.
  void* use(size_t at, size_t start, size_t need, Kind kind) {
    const size_t end = at + units(at);
    if (start > at) set(at, start - at, kFree);
    if (end > start + need) set(start + need, end - start - need, kFree);
    set(start, need, kUnbound | (kind == Kind::kFixed ? kFixed : 0));
    return payload(start);
  }
  // The free block at `at` with those that follow it; how many granules.
  size_t merge(size_t at) {
    size_t end = at + units(at);
    while (end < size_ && tag(end) == kFree) end += units(end);
    set(at, end - at, kFree);
    return end - at;
  }

  void give_back(void* block) override { set_tag(at_of(block), kFree); }
  Found find(const void* block) const override {
    const uintptr_t offset = offset_of(block);
    if (offset >= size_ * kGranule) return Found::kOutside;
    for (size_t at = 0; at < size_; at += units(at))
      if (offset == (at + 1) * kGranule && tag(at) != kFree) return Found::kBlock;
    return Found::kNoBlock;
  }
  Handle* handle_of(const void* block) const override { return handle_at(at_of(block)); }
  void set_handle(void* block, Handle* handle) override {
    const size_t at = at_of(block);
    set_tag(at, (tag(at) & kFixed) | (handle ? reinterpret_cast<uintptr_t>(handle) : kUnbound));
  }

  uint8_t* granule(size_t at) const { return memory_ + at * kGranule; }
  void* payload(size_t at) const { return granule(at + 1); }
  size_t units(size_t at) const {
    T n;
    memcpy(&n, granule(at + 1) - sizeof(uintptr_t) - sizeof n, sizeof n);
    return n;
  }
  uintptr_t tag(size_t at) const {
    uintptr_t value;
    memcpy(&value, granule(at + 1) - sizeof value, sizeof value);
    return value;
  }
  Handle* handle_at(size_t at) const { return reinterpret_cast<Handle*>(tag(at) & ~(kFixed | kUnbound)); }
  void set(size_t at, size_t count, uintptr_t value) {
    const T n = static_cast<T>(count);
    memcpy(granule(at + 1) - sizeof value - sizeof n, &n, sizeof n);
    set_tag(at, value);
  }

  size_t size_ = 0;  // granules

 private:
  uintptr_t offset_of(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(memory_);
  }
  size_t at_of(const void* block) const { return offset_of(block) / kGranule - 1; }
  void set_tag(size_t at, uintptr_t value) { memcpy(granule(at + 1) - sizeof value, &value, sizeof value); }
  void empty_handles() {
    for (size_t at = 0; at < size_; at += units(at))
      if (Handle* const handle = handle_at(at)) this->moved(*handle, nullptr);
  }

  uint8_t* memory_ = nullptr;
};

}  // namespace nook::managed
