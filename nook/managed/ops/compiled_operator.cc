#include "nook/managed/ops/compiled_operator.h"

#include "nook/managed/tensors/rom_tensor.h"

namespace nook::managed {

void CompiledBase::compute() {
  const void* in[kMostOperands];
  void* out[kMostOperands];
  if (!get_readable_blocks(in_, in) || !get_writeable_blocks(out_, out)) return fail();
  call_.invoke(call_.params, {in, out, scratch()});
}

bool lend_constants(const uint8_t** kept, const void* given, size_t bytes, size_t need, size_t align) {
  if (!given) return raise(InvalidTensorError());
  if (bytes < need) return raise(InvalidTensorDimensionsError());
  if (reinterpret_cast<uintptr_t>(given) % align != 0) return raise(InvalidOptimizableTensorError());
  *kept = static_cast<const uint8_t*>(given);
  return true;
}

bool are_lent(const uint8_t* constants) { return constants || raise(InvalidTensorError()); }

uint32_t crc32_of(const void* data, size_t bytes) {
  const uint8_t* const from = static_cast<const uint8_t*>(data);
  uint32_t crc = UINT32_MAX;
  for (size_t i = 0; i < bytes; ++i) {
    crc ^= from[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0xEDB88320u & -(crc & 1));
  }
  return ~crc;
}

bool make_constant(Tensor* tensor, const TensorShape& shape, ttype type, const void* elements) {
  if (!*tensor) *tensor = new RomTensor(shape, type, elements);
  return static_cast<bool>(*tensor);
}

}  // namespace nook::managed
