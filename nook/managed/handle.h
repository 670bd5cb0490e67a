#pragma once

namespace nook::managed {

class AllocatorInterface;

// A pointer that the allocator updates: if the block to which it is bound moves, `*handle` follows. A block
// has one handle, so a handle cannot be copied; moving it binds the new handle instead. Destroying a handle
// unbinds its block; destroying an allocator empties its handles. An address read from a handle is valid
// until the next allocation.
//
// A handle may be static, on the stack, or in a tensor: these never move. A handle inside a block of an arena
// that moves blocks cannot be bound; see AllocatorInterface::bind().
class Handle {
 public:
  constexpr Handle() = default;
  Handle(Handle&& other) noexcept { take(other); }
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { release(); }

  void* operator*() const { return data_; }
  explicit operator bool() const { return data_ != nullptr; }
  bool operator!() const { return !data_; }
  // The allocator of the block; null if the handle is not bound.
  AllocatorInterface* allocator() const { return allocator_; }

 protected:
  // Sets an empty handle to an address that never moves.
  void point_to(void* fixed) { data_ = fixed; }

 private:
  friend class AllocatorInterface;
  void take(Handle& other);  // fails with an error if this handle is in memory that moves
  void release();

  void* data_ = nullptr;
  AllocatorInterface* allocator_ = nullptr;
};

}  // namespace nook::managed
