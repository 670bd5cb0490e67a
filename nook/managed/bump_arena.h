#pragma once
#include "nook/managed/blocks.h"

namespace nook::managed {

// The plain arena, in memory that the application lends: each block behind the last, and nothing ever moves.
// Blocks are got back from the end: a free one below one in use waits for it.
template <class T = uint16_t, size_t alignment = sizeof(void*)>
class BumpArenaAllocator : public Blocks<T, alignment> {
  using Base = Blocks<T, alignment>;

 public:
  explicit BumpArenaAllocator(Span<uint8_t> memory) : Base(memory) {}

  size_t available() const override {
    const size_t at = end();
    return at < this->size_ ? (this->size_ - at - 1) * Base::kGranule : 0;
  }
  bool moves(const void*) const override { return false; }

 private:
  // Where the free blocks at the end begin.
  size_t end() const {
    size_t last = 0;
    for (size_t at = 0; at < this->size_; at += this->units(at))
      if (this->tag(at) != Base::kFree) last = at + this->units(at);
    return last;
  }

  void* take(size_t bytes, typename Base::Kind kind, size_t) override {
    const size_t at = end(), need = this->need_of(bytes);
    return at < this->size_ && this->merge(at) >= need ? this->use(at, at, need, kind) : nullptr;
  }
};

}  // namespace nook::managed
