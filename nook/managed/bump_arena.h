#pragma once
#include "nook/managed/blocks.h"

namespace nook::managed {

// The simple arena, in memory that the application lends: each block follows the last, and nothing ever
// moves. Blocks are reclaimed from the end: a free block below a used one is reclaimed only after that one is
// freed.
template <class T = uint16_t, size_t alignment = sizeof(void*)>
class BumpArenaAllocator : public Blocks<T, alignment> {
  using Base = Blocks<T, alignment>;

 public:
  explicit BumpArenaAllocator(Span<uint8_t> memory) : Base(memory) {
    this->set_free(this->first_, this->end_);
  }
  ~BumpArenaAllocator() { this->empty_handles(); }

  size_t available() const override {
    const size_t left = this->end_ - last();
    return left ? left - Base::kGranule : 0;
  }
  bool moves(const void*) const override { return false; }

 private:
  using typename Base::Address;

  // Where the free blocks at the end begin.
  Address last() const {
    Address free_from = this->first_;
    for (Address at = this->first_; at < this->end_; at = this->next(at))
      if (this->tag(at) != Base::kFree) free_from = this->next(at);
    return free_from;
  }

  void* take(size_t bytes, typename Base::Kind kind, size_t) override {
    const Address at = last();
    const size_t need = this->need_of(bytes);
    return this->end_ - at >= need ? this->use(at, this->end_, at, need, kind) : nullptr;
  }
};

}  // namespace nook::managed
