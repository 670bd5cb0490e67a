#pragma once
#include "nook/managed/tensor.h"

namespace nook::managed {

// Elements in the RAM allocator of the current context, freed with the tensor. If there is no room, the
// tensor is not ready and allocates nothing. Elements are not initialized.
//
// resize() keeps the elements that both shapes have, in memory order; new elements are not initialized. Old
// and new block exist at the same time; a resize without room for both changes nothing.
class RamTensor : public TensorInterface {
 public:
  // `place`: the preferred offset of the block in a plan made elsewhere, in bytes from the start of the
  // memory; if that is occupied, anywhere.
  RamTensor(const TensorShape& shape, ttype type, size_t place = SIZE_MAX);

 protected:
  bool make_room(uint32_t bytes, size_t place) override;
};

}  // namespace nook::managed
