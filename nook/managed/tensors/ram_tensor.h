#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Elements in the RAM allocator of the current context, which are given back with the tensor. Not ready, and
// without effect, if there is no room. Elements are not initialized.
//
// resize() keeps the elements that both shapes have, in the order of memory; new elements are not
// initialized. Old and new block exist at the same time; a resize without room for both changes nothing.
class RamTensor : public TensorInterface {
 public:
  // `place`: where a plan made elsewhere puts the block, in bytes from the start of the memory; if that is
  // taken, anywhere.
  RamTensor(const TensorShape& shape, ttype type, size_t place = SIZE_MAX);

 protected:
  bool make_room(uint32_t bytes, size_t place) override;
};

}  // namespace nook::managed
