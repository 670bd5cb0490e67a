// Finds addresses while an interpreter runs.
#pragma once
#include "nook/interp/buffers.h"

namespace nook::interp {

inline Model model_of(const nook_interpreter& self) {
  return Model::trusted({static_cast<const uint8_t*>(self.file), self.file_bytes});
}

inline SubgraphView graph_of(const nook_interpreter& self) { return model_of(self).subgraph(0); }

// The addresses of inputs and outputs were checked by init().
TensorSize size_of_tensor(const nook_interpreter& self, int32_t tensor);

// The address of a place during this inference.
const void* at(const nook_interpreter& self, uint32_t place);
// The address of a tensor's bytes; null: an omitted operand.
inline const void* address(const nook_interpreter& self, int32_t tensor) {
  return tensor < 0 ? nullptr : at(self, self.places[tensor]);
}

}  // namespace nook::interp
