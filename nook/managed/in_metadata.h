#pragma once
#include <stddef.h>

namespace nook::managed {

// What `new` puts into the metadata allocator of the current context: tensors, operators, events, and any
// class of yours that derives from this. `new` gives null, after an error, where that has no room; what
// it made never moves. Its members are aligned as the allocator's blocks are: to a pointer, as a rule.
struct InMetadata {
  static void* operator new(size_t bytes) noexcept;
  static void* operator new(size_t, void* place) noexcept { return place; }
  // OutOfMemBoundsError, and it stays: of another context than the current.
  static void operator delete(void* object);
  static void* operator new[](size_t) = delete;
};

}  // namespace nook::managed
