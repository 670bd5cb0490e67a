#pragma once
#include "nook/managed/blocks.h"
#include "nook/managed/context.h"

namespace nook::managed {

// The compacting arena, in memory that the application lends: data from the bottom, fixed objects from the
// top. First fit. If no gap is large enough but compacting the bound blocks would make one, it compacts first
// and raises localCircularArenaAllocatorRebalancing. Otherwise nothing moves. The time is linear in the
// number of blocks and in the bytes that move.
//
// Blocks<T, alignment> describes the parameters and the overhead of a block: 8 bytes on a 32-bit target.
template <class T = uint16_t, size_t alignment = sizeof(void*)>
class CircularArenaAllocator : public Blocks<T, alignment> {
  using Base = Blocks<T, alignment>;

 public:
  explicit CircularArenaAllocator(Span<uint8_t> memory) : Base(memory) {
    this->set_free(this->first_, this->end_);
    notify(localCircularArenaAllocatorConstructed());
  }
  ~CircularArenaAllocator() { this->empty_handles(); }

  size_t available() const override {
    const size_t most = room();
    return most ? most - Base::kGranule : 0;
  }

  bool rebalance() override {
    if (this->held()) return false;
    notify(localCircularArenaAllocatorRebalancing());
    Address to = first_;
    for (Address at = first_, next; at < end_; at = next) {
      next = this->next(at);
      if (this->tag(at) & Base::kFixed) {
        this->set_free(to, at);
        to = next;
      } else if (Handle* const handle = this->handle_at(at)) {
        const size_t size = next - at;
        if (to < at) memmove(block_of(to - Base::kGranule), block_of(at - Base::kGranule), size);
        this->moved(*handle, block_of(to));
        to += size;
      }
    }
    this->set_free(to, end_);
    return true;
  }

 private:
  using Base::end_;
  using Base::first_;
  using typename Base::Address;

  [[gnu::returns_nonnull]] static void* block_of(Address at) { return reinterpret_cast<void*>(at); }

  // The largest gap, after compaction if that is allowed.
  size_t room() const {
    // Compaction frees blocks without handle, which have this tag; runs of free blocks then continue across
    // them.
    const uintptr_t also_free = this->held() ? Base::kFree : Base::kUsed;
    size_t most = 0, row = 0;
    for (Address at = first_, next; at < end_; at = next) {
      next = this->next(at);
      const uintptr_t tag = this->tag(at);
      if ((tag & ~also_free) == Base::kFree) {
        row += next - at;
        if (row > most) most = row;
      } else if (!also_free || (tag & Base::kFixed)) {
        row = 0;
      }
    }
    return most;
  }

  // Places a data block at `place` if that is free, else into the first gap; a fixed block goes to the end of
  // the last gap.
  void* fit(size_t need, typename Base::Kind kind, size_t place) {
    const Address wanted = first_ + place / Base::kGranule * Base::kGranule;  // below first_: anywhere
    Address row = first_, from = 0, to = 0, start = 0;  // `row`: start of the free blocks that end at `next`
    for (Address at = first_, next; at < end_; at = next) {
      next = this->next(at);
      if (this->tag(at) != Base::kFree) row = next;
      if (next - row < need) continue;
      const bool there = wanted - row <= next - row - need;
      if (from && !there && kind != Base::Kind::kFixed) continue;
      from = row, to = next, start = kind == Base::Kind::kFixed ? next - need : row;
      if (!there) continue;
      start = wanted;
      break;
    }
    return from ? this->use(from, to, start, need, kind) : nullptr;
  }

  void* take(size_t bytes, typename Base::Kind kind, size_t place) override {
    const size_t need = this->need_of(bytes);
    for (;;) {
      void* const block = fit(need, kind, place);
      if (block || room() < need || !CircularArenaAllocator::rebalance()) return block;
    }
  }
};

// A CircularArenaAllocator that contains its memory.
template <size_t size, class T = uint16_t, size_t alignment = sizeof(void*)>
class localCircularArenaAllocator : public CircularArenaAllocator<T, alignment> {
  static_assert(size <= CircularArenaAllocator<T, alignment>::kMostBytes, "T is too narrow for the size");

 public:
  localCircularArenaAllocator() : CircularArenaAllocator<T, alignment>(memory_) {}

 private:
  alignas(alignment) uint8_t memory_[size];
};

}  // namespace nook::managed
