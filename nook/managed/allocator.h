#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/managed/handle.h"

namespace nook::managed {

// Memory in blocks that may move. What the two ways of asking for a block promise:
//
//   allocate()         data. Bound to a handle it stays, and may move whenever another block is asked for.
//                      Not bound it may be gone after that: ask is_allocated() before use.
//   allocate_fixed()   an object. It neither moves nor vanishes until it is given back.
//
// Every call that can't do what it is asked raises one error in the current context and changes nothing.
// Not for use from interrupts or several threads at once.
class AllocatorInterface {
 public:
  static constexpr size_t kAnywhere = SIZE_MAX;

  AllocatorInterface(const AllocatorInterface&) = delete;
  AllocatorInterface& operator=(const AllocatorInterface&) = delete;

  // At least `bytes` bytes (0 counts as 1) at this allocator's alignment, or null: OutOfMemError, which no
  // order of the bound blocks would have avoided.
  void* allocate(size_t bytes) { return allocate(bytes, kAnywhere); }
  void* allocate_fixed(size_t bytes) { return allocate_fixed(bytes, kAnywhere); }
  // `place`: where to begin with the block, in bytes from the start of the memory, if that is free: a plan
  // made elsewhere.
  void* allocate(size_t bytes, size_t place) { return taken(bytes, Kind::kMovable, place); }
  void* allocate_fixed(size_t bytes, size_t place) { return taken(bytes, Kind::kFixed, place); }
  // Gives a block back, and empties its handle. OutOfMemBoundsError: not of this allocator.
  void deallocate(void* block);

  // From now on the handle follows the block. InvalidBoundRegionState: `block` is none, has a handle, or the
  // handle lies in memory that moves; HandleInUseError: the handle is bound already.
  bool bind(void* block, Handle& handle);
  // The block loses its handle, which becomes empty. MetaHeaderNotBound: it was not that block's.
  bool unbind(void* block, Handle& handle);
  bool is_bound(const void* block, const Handle& handle) const;

  // Whether a block starts at this address: raises nothing.
  bool is_allocated(const void* block) const { return find(block) == Found::kBlock; }

  // The largest size that allocate() would grant.
  virtual size_t available() const { return 0; }
  // Moves bound blocks together; the others, but for fixed ones, are gone. False while held.
  virtual bool rebalance() { return false; }
  // Whether what lies at this address may move or vanish.
  virtual bool moves(const void*) const { return false; }

  // Between hold() and release(), which may be nested, nothing moves: an operator runs.
  void hold() { ++holds_; }
  void release() { --holds_; }
  bool held() const { return holds_ != 0; }

 protected:
  enum class Found : uint8_t { kBlock, kNoBlock, kOutside };
  enum class Kind : uint8_t { kMovable, kFixed };

  constexpr AllocatorInterface() = default;
  ~AllocatorInterface() = default;  // never deleted through this

  // What an allocator is made of. All are asked for blocks only for which find() says kBlock.
  virtual void* take(size_t, Kind, size_t) { return nullptr; }  // bytes, kind, place; null: no room
  virtual void give_back(void*) {}
  virtual Found find(const void*) const { return Found::kOutside; }
  virtual Handle* handle_of(const void*) const { return nullptr; }
  virtual void set_handle(void*, Handle*) {}

  // A bound block has a new address; null: it has none any more.
  static void moved(Handle& handle, void* block) {
    handle.data_ = block;
    if (!block) handle.allocator_ = nullptr;
  }

 private:
  friend class Handle;
  Found locate(const void* block) const;
  bool may_move(const Handle& handle) const;
  void* taken(size_t bytes, Kind kind, size_t place);

  uint16_t holds_ = 0;
};

// The same with the words the other way around; false for an empty handle.
inline bool bind(void* block, Handle& handle, AllocatorInterface& allocator) {
  return allocator.bind(block, handle);
}
inline bool unbind(Handle& handle, AllocatorInterface& allocator) {
  return handle && allocator.unbind(*handle, handle);
}
inline bool is_bound(const Handle& handle, const AllocatorInterface& allocator) {
  return handle && allocator.is_bound(*handle, handle);
}

}  // namespace nook::managed
