#pragma once

namespace nook::managed {

class AllocatorInterface;

// A pointer that an allocator keeps true: the block it is bound to may move, and `*handle` follows. There is
// one handle for a block, so it can't be copied; moving it binds the new one instead. A handle that dies
// unbinds its block, and an allocator that dies empties its handles. An address read from a handle is good
// until the next allocation.
//
// Where a handle itself may be: static, on the stack, or in a tensor: these never move. Binding one
// that lies in a block of an arena that moves is refused, see AllocatorInterface::bind().
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
  // Who moves the block; null when it is not bound.
  AllocatorInterface* allocator() const { return allocator_; }

 protected:
  // An empty handle gets an address that never moves.
  void point_to(void* fixed) { data_ = fixed; }

 private:
  friend class AllocatorInterface;
  void take(Handle& other);  // nothing, and an error, when this handle lies in memory that moves
  void release();

  void* data_ = nullptr;
  AllocatorInterface* allocator_ = nullptr;
};

}  // namespace nook::managed
