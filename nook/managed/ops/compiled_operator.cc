#include "nook/managed/ops/compiled_operator.h"

#include "nook/managed/tensors/rom_tensor.h"

namespace nook::managed {

void CompiledBase::compute() {
  const void* in[kMostOperands];
  void* out[kMostOperands];
  if (!get_readable_blocks(in_, in) || !get_writeable_blocks(out_, out)) return fail();
  call_.invoke(call_.params, {in, out, scratch()});
}

bool make_constant(Tensor* tensor, const TensorShape& shape, ttype type, const void* elements) {
  if (!*tensor) *tensor = new RomTensor(shape, type, elements);
  return static_cast<bool>(*tensor);
}

}  // namespace nook::managed
