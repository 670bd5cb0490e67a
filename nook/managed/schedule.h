#pragma once
#include "nook/managed/circular_arena.h"
#include "nook/managed/tensor.h"

namespace nook::managed {

// A bound block and its offset in a plan, in bytes from the start of the arena's memory, as for
// AllocatorInterface::allocate(). Borrows the handle, which may be the handle of a tensor's elements.
struct PlannedBlock {
  PlannedBlock(Handle& bound, size_t where) : handle(&bound), place(where) {}
  PlannedBlock(Tensor& tensor, size_t where)
      : handle(tensor.get() ? &tensor->data_ : nullptr), place(where) {}

  Handle* handle;
  size_t place;

 private:
  template <class, size_t>
  friend class Scheduler;
  uintptr_t from_ = 0, to_ = 0;
  size_t size_ = 0;  // including its header
};

// Moves bound blocks of an arena to the offsets of a plan; their handles follow. The new positions may
// overlap the old ones in any order: no additional memory is needed. Blocks that are not listed keep their
// place if they are bound or fixed; others are freed, as in any compaction.
//
//   PlannedBlock plan[] = {{first, 0}, {second, 256}};
//   if (!Scheduler(ram).move(plan, 2)) ...
//
// The time is linear in the bytes of the blocks and in their number, and longer if many blocks exchange
// places.
template <class T, size_t alignment>
class Scheduler {
  using Arena = Blocks<T, alignment>;
  using Address = uintptr_t;
  static constexpr size_t kGranule = Arena::kGranule;

 public:
  explicit Scheduler(CircularArenaAllocator<T, alignment>& arena) : arena_(arena) {}

  // Raises localCircularArenaAllocatorRebalancing and moves them. False, after an error and with nothing
  // moved:
  //   InvalidBoundRegionState: a handle is not bound in this arena, or its block is fixed or listed twice;
  //   two
  //                            places overlap, or one overlaps a block that stays; an operator runs;
  //   OutOfMemBoundsError: a place outside of the memory, or not a multiple of the arena's granule.
  bool move(PlannedBlock* plan, size_t count) {
    plan_ = plan, count_ = count;
    if (arena_.held()) return raise(InvalidBoundRegionState());
    if (!find_blocks()) return false;
    for (Address at = arena_.first_; at < arena_.end_; at = Arena::next(at))
      if (stays(at))
        for (size_t i = 0; i < count; ++i)
          if (overlap(plan[i].to_, plan[i].size_, at, Arena::next(at) - at))
            return raise(InvalidBoundRegionState());
    notify(localCircularArenaAllocatorRebalancing());
    open_gaps();
    move_into_gaps();
    trade_places();
    for (size_t i = 0; i < count; ++i) settle(plan[i]);
    return true;
  }

 private:
  static bool overlap(Address a, size_t a_size, Address b, size_t b_size) {
    return a < b + b_size && b < a + a_size;
  }

  bool find_blocks() {
    for (size_t i = 0; i < count_; ++i) {
      PlannedBlock& p = plan_[i];
      if (!p.handle || p.handle->allocator() != &arena_) return raise(InvalidBoundRegionState());
      p.from_ = reinterpret_cast<Address>(**p.handle);
      p.size_ = Arena::next(p.from_) - p.from_;
      p.to_ = arena_.first_ + p.place;
      const size_t room = arena_.end_ - arena_.first_;
      if (p.place % kGranule != 0 || p.place > room || p.size_ > room - p.place)
        return raise(OutOfMemBoundsError());
      if (Arena::tag(p.from_) & Arena::kFixed) return raise(InvalidBoundRegionState());
      for (size_t j = 0; j < i; ++j)
        if (plan_[j].from_ == p.from_ || overlap(plan_[j].to_, plan_[j].size_, p.to_, p.size_))
          return raise(InvalidBoundRegionState());
    }
    return true;
  }

  bool stays(Address at) const {
    const uintptr_t tag = Arena::tag(at);
    if (tag == Arena::kFree || tag == Arena::kUsed) return false;
    for (size_t i = 0; i < count_; ++i)
      if (plan_[i].from_ == at) return false;
    return true;
  }

  // Makes all memory between the blocks that stay free. The header of such a gap is where no block has bytes,
  // before or after the move: the first block there has its header in that place.
  void open_gaps() {
    Address gap = arena_.first_;
    for (Address at = gap, next; at < arena_.end_; at = next) {
      next = Arena::next(at);
      if (!stays(at)) continue;
      Arena::set_free(gap, at);
      gap = next;
    }
    Arena::set_free(gap, arena_.end_);
  }

  // The granule whose bytes belong at this address, if some block has bytes there; 0: none.
  Address source_of(Address granule) const {
    for (size_t i = 0; i < count_; ++i)
      if (granule - plan_[i].to_ < plan_[i].size_ - kGranule)
        return plan_[i].from_ + (granule - plan_[i].to_);
    return 0;
  }
  bool is_source(Address granule) const {
    for (size_t i = 0; i < count_; ++i)
      if (granule - plan_[i].from_ < plan_[i].size_ - kGranule) return true;
    return false;
  }

  static void copy(Address to, Address from) {
    memcpy(reinterpret_cast<void*>(to), reinterpret_cast<const void*>(from), kGranule);
  }

  template <class Granule>
  void for_each_target(Granule granule) {
    for (size_t i = 0; i < count_; ++i)
      for (size_t at = 0; at < plan_[i].size_ - kGranule; at += kGranule) granule(plan_[i].to_ + at);
  }

  // Each granule without useful content receives its bytes; then the granule from which they came is filled
  // in the same way.
  void move_into_gaps() {
    for_each_target([this](Address to) {
      if (is_source(to)) return;
      for (Address from = source_of(to); from; to = from, from = source_of(to)) copy(to, from);
    });
  }

  // The remaining moves form cycles, each of which begins at its lowest granule.
  void trade_places() {
    for_each_target([this](Address lowest) {
      Address from = source_of(lowest);
      while (from > lowest) from = source_of(from);
      if (from != lowest || source_of(lowest) == lowest) return;
      alignas(8) uint8_t kept[kGranule];
      memcpy(kept, reinterpret_cast<const void*>(lowest), kGranule);
      Address to = lowest;
      for (from = source_of(to); from != lowest; to = from, from = source_of(to)) copy(to, from);
      memcpy(reinterpret_cast<void*>(to), kept, kGranule);
    });
  }

  // Writes the block's header in the middle of a gap.
  void settle(PlannedBlock& p) {
    const Address gap = arena_.holder(reinterpret_cast<const void*>(p.to_)), end = Arena::next(gap);
    void* const block = arena_.use(gap, end, p.to_, p.size_, Arena::Kind::kMovable);
    arena_.set_handle(block, p.handle);
    Arena::moved(*p.handle, block);
  }

  Arena& arena_;
  PlannedBlock* plan_ = nullptr;
  size_t count_ = 0;
};

}  // namespace nook::managed
