#pragma once
#include <stddef.h>

namespace nook::managed {

// Base of the classes whose objects `new` allocates in the metadata allocator of the current context:
// tensors, operators, events, and your own classes. `new` returns null, after an error, if there is no room;
// the objects never move. Members are aligned to the allocator's blocks, which is usually the alignment of a
// pointer.
struct InMetadata {
  static void* operator new(size_t bytes) noexcept;
  static void* operator new(size_t, void* place) noexcept { return place; }
  // OutOfMemBoundsError, and no deletion: the object is from a context other than the current one.
  static void operator delete(void* object);
  static void* operator new[](size_t) = delete;
};

}  // namespace nook::managed
