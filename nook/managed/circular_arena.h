#pragma once
#include "nook/managed/blocks.h"
#include "nook/managed/context.h"

namespace nook::managed {

// The compacting arena, in memory that the application lends: data from below, fixed objects from above.
// First fit; when no gap is large enough and moving the bound blocks together would make one, it does that
// first, raising localCircularArenaAllocatorRebalancing. When it would not, nothing moves. Time: in
// proportion to the number of blocks, and to the bytes that move.
//
// See Blocks<T, alignment> for the parameters and for what a block costs: 8 bytes on a 32-bit target.
template <class T = uint16_t, size_t alignment = sizeof(void*)>
class CircularArenaAllocator : public Blocks<T, alignment> {
  using Base = Blocks<T, alignment>;

 public:
  explicit CircularArenaAllocator(Span<uint8_t> memory) : Base(memory) {
    notify(localCircularArenaAllocatorConstructed());
  }

  size_t available() const override {
    const size_t most = room(!this->held());
    return most ? (most - 1) * Base::kGranule : 0;
  }

  bool rebalance() override {
    if (this->held()) return false;
    notify(localCircularArenaAllocatorRebalancing());
    size_t to = 0;
    for (size_t at = 0, count; at < size_; at += count) {
      count = this->units(at);
      Handle* const handle = this->handle_at(at);
      if (this->tag(at) & Base::kFixed) {
        if (to < at) this->set(to, at - to, Base::kFree);
        to = at + count;
      } else if (handle) {
        if (to < at) memmove(this->granule(to), this->granule(at), count * Base::kGranule);
        this->moved(*handle, this->payload(to));
        to += count;
      }
    }
    if (to < size_) this->set(to, size_ - to, Base::kFree);
    return true;
  }

 private:
  using Base::size_;

  // The most granules in a row that are free, or would be after compaction.
  size_t room(bool compacted) const {
    size_t most = 0, row = 0;
    for (size_t at = 0, count; at < size_; at += count) {
      count = this->units(at);
      const uintptr_t tag = this->tag(at);
      if (tag == Base::kFree || (compacted && tag == Base::kUnbound)) {
        row += count;
        if (row > most) most = row;
      } else if (!compacted || (tag & Base::kFixed)) {
        row = 0;
      }
    }
    return most;
  }

  // Granules for data at `place` if they are free, else at the first gap; for an object at the end of the
  // last.
  void* fit(size_t need, typename Base::Kind kind, size_t place) {
    size_t found = Base::kNowhere, start = 0;
    for (size_t at = 0, count; at < size_; at += count) {
      count = this->units(at);
      if (this->tag(at) != Base::kFree) continue;
      count = this->merge(at);
      if (count < need) continue;
      if (place >= at && place <= at + count - need) return this->use(at, place, need, kind);
      if (kind == Base::Kind::kFixed) {
        found = at, start = at + count - need;
      } else if (found == Base::kNowhere) {
        found = start = at;
      }
    }
    return found == Base::kNowhere ? nullptr : this->use(found, start, need, kind);
  }

  void* take(size_t bytes, typename Base::Kind kind, size_t place) override {
    const size_t need = this->need_of(bytes);
    void* const block = fit(need, kind, place / Base::kGranule);
    if (block || this->held() || room(true) < need) return block;
    rebalance();
    return fit(need, kind, Base::kNowhere);
  }
};

// The same with memory of its own.
template <size_t size, class T = uint16_t, size_t alignment = sizeof(void*)>
class localCircularArenaAllocator : public CircularArenaAllocator<T, alignment> {
  static_assert(size <= CircularArenaAllocator<T, alignment>::kMostBytes, "T is too narrow for the size");

 public:
  localCircularArenaAllocator() : CircularArenaAllocator<T, alignment>(memory_) {}

 private:
  alignas(alignment) uint8_t memory_[size];
};

}  // namespace nook::managed
