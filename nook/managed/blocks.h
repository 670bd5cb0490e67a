#pragma once
#include <string.h>

#include "nook/core/span.h"
#include "nook/managed/allocator.h"

namespace nook::managed {

// Memory divided into contiguous blocks, each with a header and its bytes: the base of the arenas. Sizes are
// in granules. A granule is the size of a header (the block's size in granules, as a T, and the handle),
// rounded up to the alignment.
//
//   T          counts granules: uint8_t, uint16_t or uint32_t; limits the size of the memory
//   alignment  of every block's bytes and of the memory; a power of two
template <class T, size_t alignment>
class Blocks : public AllocatorInterface {
  static_assert((alignment & (alignment - 1)) == 0, "an alignment is a power of two");

 public:
  // Also the overhead of a block; the size of a block is rounded up to a multiple of this.
  static constexpr size_t kGranule = (sizeof(T) + sizeof(void*) + alignment - 1) & ~(alignment - 1);
  // The most memory that can be used.
  static constexpr size_t kMostBytes = static_cast<size_t>(T(-1)) * kGranule;
  // The memory that a block of `bytes` occupies: the size of a buffer for a planner.
  static constexpr size_t block_bytes(size_t bytes) {
    return (1 + ((bytes ? bytes : 1) + kGranule - 1) / kGranule) * kGranule;
  }

  // See schedule.h.
  template <class, size_t>
  friend class Scheduler;

  // Empties every handle and frees every block.
  void clear() {
    empty_handles();
    set_free(first_, end_);
  }
  size_t size_bytes() const { return end_ - first_; }
  bool moves(const void* address) const override {
    const Address at = holder(address);
    return at < end_ && !(tag(at) & kFixed);
  }

 protected:
  using typename AllocatorInterface::Found;
  using typename AllocatorInterface::Kind;
  // The bytes of a block follow its header; the next header follows them.
  using Address = uintptr_t;
  // The second half of a header: these bits, and the address of a handle (a multiple of 4) or 0.
  static constexpr uintptr_t kFree = 0, kFixed = 1, kUsed = 2;

  // Borrows the memory; incomplete granules at either end are not used. A derived class must first mark all
  // of it as free, and call empty_handles() last, so that no virtual table of this class is linked.
  explicit Blocks(Span<uint8_t> memory) {
    const Address start = reinterpret_cast<Address>(memory.data());
    const size_t skip = -start & (alignment - 1);
    const size_t bytes = memory.size() > skip ? memory.size() - skip : 0;
    first_ = start + skip + kGranule;
    end_ = first_ + (bytes < kMostBytes ? bytes : kMostBytes) / kGranule * kGranule;
  }
  ~Blocks() = default;
  void empty_handles() {
    for (Address at = first_; at < end_; at = next(at))
      if (Handle* const handle = handle_at(at)) this->gone(*handle);
  }

  // The granules of a block for `bytes` > 0; more than the memory has if that is impossible.
  size_t need_of(size_t bytes) const {
    return bytes <= size_bytes() ? (bytes + 2 * kGranule - 1) / kGranule * kGranule : SIZE_MAX;
  }

  // Allocates `need` bytes, from `start` on, in the free blocks from `at` to `end`.
  [[gnu::returns_nonnull]] void* use(Address at, Address end, Address start, size_t need, Kind kind) {
    static_assert(static_cast<uintptr_t>(Kind::kFixed) == kFixed, "a kind is the tag of its blocks");
    set_free(start + need, end);
    set_free(at, start);
    set(start, start + need, kUsed | static_cast<uintptr_t>(kind));
    return reinterpret_cast<void*>(start);
  }

  void give_back(void* block) override { set_tag(at_of(block), kFree); }
  Found find(const void* block) const override {
    const Address at = holder(block);
    if (at == end_) return Found::kOutside;
    return at == at_of(block) && tag(at) != kFree ? Found::kBlock : Found::kNoBlock;
  }
  Handle* handle_of(const void* block) const override { return handle_at(at_of(block)); }
  void set_handle(void* block, Handle* handle) override {
    const Address at = at_of(block);
    set_tag(at, (tag(at) & (kFixed | kUsed)) | reinterpret_cast<uintptr_t>(handle));
  }

  // The block, free or not, that contains this address in its header or bytes; end_ if it is outside.
  Address holder(const void* address) const {
    const Address past_header = reinterpret_cast<Address>(address) + kGranule;
    Address at = first_;
    while (at < end_ && past_header - at >= next(at) - at) at = next(at);
    return at;
  }
  static Address at_of(const void* block) { return reinterpret_cast<Address>(block); }
  [[gnu::always_inline]] static Address next(Address at) { return at + load<T>(at, kBeforeTag) * kGranule; }
  static uintptr_t tag(Address at) { return load<uintptr_t>(at, sizeof(uintptr_t)); }
  static Handle* handle_at(Address at) { return reinterpret_cast<Handle*>(tag(at) & ~(kFixed | kUsed)); }
  static void set(Address at, Address end, uintptr_t value) {
    const T granules = static_cast<T>((end - at) / kGranule);
    memcpy(reinterpret_cast<uint8_t*>(at) - kBeforeTag, &granules, sizeof granules);
    set_tag(at, value);
  }
  // Creates a free block, unless it would be empty.
  static void set_free(Address at, Address end) {
    if (at < end) set(at, end, kFree);
  }

  Address first_, end_;

 private:
  // A header ends where the bytes begin; it ends with the size in granules, then the tag.
  static constexpr size_t kBeforeTag = sizeof(uintptr_t) + sizeof(T);
  template <class V>
  [[gnu::always_inline]] static V load(Address at, size_t before) {
    V value;
    memcpy(&value, reinterpret_cast<const uint8_t*>(at) - before, sizeof value);
    return value;
  }
  static void set_tag(Address at, uintptr_t value) {
    memcpy(reinterpret_cast<uint8_t*>(at) - sizeof value, &value, sizeof value);
  }
};

}  // namespace nook::managed
