#include "nookc/middle/live/overlap.h"

namespace nookc {

int32_t overlap_of_roots(const Call& call, size_t k, const Storage& storage) {
  const int32_t bytes = call.op.overlap(call.op.kernel, call.op.params, static_cast<int>(k));
  if (bytes == nook::kDisjoint) return bytes;
  const auto offset = [&](TensorId t) { return storage.offset[index(t)]; };
  // The distance between the roots: the input begins at an offset in its root, the output at an offset in its
  // own.
  return std::max(0, bytes - offset(call.in_tensors[k]) + offset(call.out_tensors[0]));
}

}  // namespace nookc
