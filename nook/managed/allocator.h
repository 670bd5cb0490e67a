#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/managed/handle.h"

namespace nook::managed {

// Memory in blocks that may move. There are two kinds of blocks:
//
//   allocate()         data. A block bound to a handle stays allocated, and may move at any later request.
//                      An unbound block may be freed by then: check is_allocated() before use.
//   allocate_fixed()   an object. It neither moves nor disappears until it is deallocated.
//
// A call that fails raises one error in the current context and changes nothing. Not for use from interrupts
// or from several threads at once.
class AllocatorInterface {
 public:
  static constexpr size_t kAnywhere = SIZE_MAX;

  AllocatorInterface(const AllocatorInterface&) = delete;
  AllocatorInterface& operator=(const AllocatorInterface&) = delete;

  // At least `bytes` bytes (0 counts as 1) at this allocator's alignment. Null: OutOfMemError; even
  // compaction would not make enough room.
  void* allocate(size_t bytes) { return allocate(bytes, kAnywhere); }
  void* allocate_fixed(size_t bytes) { return allocate_fixed(bytes, kAnywhere); }
  // `place`: the preferred position of the block, in bytes from the start of the memory, for plans made
  // elsewhere.
  void* allocate(size_t bytes, size_t place) { return allocate(this, bytes, place); }
  void* allocate_fixed(size_t bytes, size_t place) { return allocate_fixed(this, bytes, place); }
  // allocate() from an allocator that may be null: returns null then.
  static void* allocate(AllocatorInterface* from, size_t bytes, size_t place) {
    return taken(from, bytes, Kind::kMovable, place);
  }
  static void* allocate_fixed(AllocatorInterface* from, size_t bytes, size_t place = kAnywhere) {
    return taken(from, bytes, Kind::kFixed, place);
  }
  // Frees a block and empties its handle. OutOfMemBoundsError: the block is not from this allocator.
  void deallocate(void* block);

  // Binds the handle to the block, so that it follows the block's moves. InvalidBoundRegionState: `block` is
  // not a block, or has a handle, or the handle is in memory that moves. HandleInUseError: the handle is
  // already bound.
  bool bind(void* block, Handle& handle);
  // Unbinds the handle and empties it. MetaHeaderNotBound: it was not bound to that block.
  bool unbind(void* block, Handle& handle);
  bool is_bound(const void* block, const Handle& handle) const;

  // Whether a block starts at this address. Raises no error.
  bool is_allocated(const void* block) const { return find(block) == Found::kBlock; }

  // The largest size that allocate() can grant.
  virtual size_t available() const { return 0; }
  // Compacts the bound blocks. Unbound blocks are freed, except fixed ones. False while held.
  virtual bool rebalance() { return false; }
  // Whether an object at this address may move or be freed.
  virtual bool moves(const void*) const { return false; }

  // Nothing moves between hold() and release(), for example while an operator runs. The calls may be nested.
  void hold() { ++holds_; }
  void release() { --holds_; }
  bool held() const { return holds_ != 0; }

 protected:
  enum class Found : uint8_t { kBlock, kNoBlock, kOutside };
  enum class Kind : uint8_t { kMovable, kFixed };

  constexpr AllocatorInterface() = default;
  ~AllocatorInterface() = default;  // never deleted through this

  // To be overridden by an allocator. All are called only for blocks for which find() returns kBlock.
  virtual void* take(size_t, Kind, size_t) { return nullptr; }  // bytes, kind, place; null: no room
  virtual void give_back(void*) {}
  virtual Found find(const void*) const { return Found::kOutside; }
  virtual Handle* handle_of(const void*) const { return nullptr; }
  virtual void set_handle(void*, Handle*) {}

  // moved(): the block is at a new address. gone(): the block no longer exists.
  static void moved(Handle& handle, void* block) { handle.data_ = block; }
  static void gone(Handle& handle) { handle.data_ = nullptr, handle.allocator_ = nullptr; }

 private:
  friend class Handle;
  Found locate(const void* block) const;
  bool may_move(const Handle& handle) const;
  static void* taken(AllocatorInterface* from, size_t bytes, Kind kind, size_t place);

  uint16_t holds_ = 0;
};

// bind() with the arguments in reverse order; false for an empty handle.
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
