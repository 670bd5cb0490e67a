#pragma once
#include "nook/managed/allocator.h"
#include "nook/managed/error_handler.h"

namespace nook::managed {

class TensorInterface;

// The allocators of objects and of data, the error handler, and the list of tensors. There is one current
// context, the only global of the library. Models that share nothing can have one context each and switch.
// Tensors remember the context in which they were created.
//
// A context must not be destroyed while it is current or while one of its tensors exists.
//
// To extend it, derive from it: two hooks are called for every tensor, when it is created and when it is
// destroyed.
class Context {
 public:
  constexpr Context() = default;
  constexpr Context(AllocatorInterface* metadata, AllocatorInterface* ram, ErrorHandler* errors = nullptr)
      : metadata_(metadata), ram_(ram), errors_(errors) {}

  // The current context, never null: an empty one until another is set.
  static Context* get_default_context() { return current_; }
  // Makes `context` the current one (null: the empty one). Returns the previous one.
  static Context* set_default_context(Context* context);

  // The context borrows all three. The two allocators may be the same.
  void set_metadata_allocator(AllocatorInterface* allocator) { metadata_ = allocator; }
  void set_ram_data_allocator(AllocatorInterface* allocator) { ram_ = allocator; }
  void set_ErrorHandler(ErrorHandler* handler) { errors_ = handler; }
  // Raises MemoryAllocatorUnsetError and returns null if there is no such allocator.
  AllocatorInterface* get_metadata_allocator() const { return set(metadata_); }
  AllocatorInterface* get_ram_data_allocator() const { return set(ram_); }
  ErrorHandler* get_ErrorHandler() const { return errors_; }

  void notify(Event event) const;
  // Raises the error and returns false, for functions that fail with it.
  bool raise(Error error) const;

  // The tensors of this context, the newest first; TensorInterface::next() continues.
  TensorInterface* tensors() const { return tensors_; }
  // Called by tensors; see the hooks above.
  virtual void register_tensor(TensorInterface& tensor);
  virtual void unregister_tensor(TensorInterface& tensor);

  // A number that this context never returns twice.
  uint32_t next_stamp() { return ++stamps_; }
  // Whether an object at this address may move or be freed.
  bool moves(const void* address) const;

 private:
  AllocatorInterface* set(AllocatorInterface* allocator) const;
  static Context empty_;
  static Context* current_;

  AllocatorInterface* metadata_ = nullptr;
  AllocatorInterface* ram_ = nullptr;
  ErrorHandler* errors_ = nullptr;
  TensorInterface* tensors_ = nullptr;
  uint32_t stamps_ = 0;
};

// Notifies the current context.
void notify(Event event);
bool raise(Error error);  // returns false

}  // namespace nook::managed
