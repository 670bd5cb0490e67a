#include "nook/ops/prepare/strides.h"

namespace nook {

void Walk::add(int32_t size, int32_t first_stride, int32_t second_stride) {
  if (size == 1) return;
  const int32_t inner[] = {first_stride, second_stride};
  bool merges = rank > 0;
  for (int i = 0; i < 2 && merges; ++i) merges = stride[i][rank - 1] == int64_t{inner[i]} * size;
  if (merges) {
    dim[rank - 1] *= size;
  } else {
    dim[rank++] = size;
  }
  for (int i = 0; i < 2; ++i) stride[i][rank - 1] = inner[i];
}

const int32_t* jumps(const Walk& walk, int which, int32_t unit, PrepareContext& context) {
  const Span<int32_t> table = context.persistent.make<int32_t>(static_cast<size_t>(walk.rank));
  if (table.empty()) {
    context.refusal = {Reason::kPersistent, 0, static_cast<int32_t>(walk.rank * sizeof(int32_t)), 0};
    return nullptr;
  }
  int32_t back = 0;  // from the end of the dimensions after d back to their start
  for (int32_t d = walk.rank - 1; d >= 0; --d) {
    const int32_t stride = walk.stride[which][d] * unit;
    table[static_cast<size_t>(d)] = stride - back;
    back += stride * (walk.dim[d] - 1);
  }
  return table.data();
}

const int32_t* dims(const Walk& walk, PrepareContext& context) {
  const Span<int32_t> table = context.persistent.make<int32_t>(static_cast<size_t>(walk.rank));
  if (table.empty()) {
    context.refusal = {Reason::kPersistent, 0, static_cast<int32_t>(walk.rank * sizeof(int32_t)), 0};
    return nullptr;
  }
  for (int32_t d = 0; d < walk.rank; ++d) table[static_cast<size_t>(d)] = walk.dim[d];
  return table.data();
}

void dense_strides(const Shape& shape, int32_t* stride) {
  int32_t elements = 1;
  for (int d = shape.rank - 1; d >= 0; --d) {
    stride[d] = elements;
    elements *= shape.dim[d];
  }
}

Result<nook_gather> make_gather(const Shape& y, int32_t first, const int32_t* stride, int32_t element_bytes,
                                PrepareContext& context) {
  Walk walk;
  for (int d = 0; d < y.rank; ++d) walk.add(y.dim[d], stride[d], stride[d]);
  nook_gather p{};
  p.first = first * element_bytes;
  p.run = element_bytes;
  if (walk.rank > 0 && walk.stride[0][walk.rank - 1] == 1) p.run *= walk.dim[walk.take()];
  p.count = 1, p.step = p.run;
  if (walk.rank > 0) {
    const int32_t d = walk.take();
    p.count = walk.dim[d], p.step = walk.stride[0][d] * element_bytes;
  }
  p.rank = walk.rank;
  if (p.rank == 0) return p;
  p.dim = dims(walk, context);
  NOOK_REQUIRE(p.dim, Code::kNoMemory);
  p.jump = jumps(walk, 0, element_bytes, context);
  NOOK_REQUIRE(p.jump, Code::kNoMemory);
  return p;
}

int32_t dense_at(const nook_gather& p) {
  const bool together = p.rank == 0 && (p.count == 1 || p.step == p.run);
  return together ? p.first : -1;
}

// The distance between the two is linear in the position, so its maximum can be found one dimension at a
// time.
int32_t lead(const nook_gather& p) {
  int64_t ahead = int64_t{p.count - 1} * (p.run - p.step);
  if (ahead < 0) ahead = 0;
  int64_t rolled = 0, dense = int64_t{p.count} * p.run;
  for (int32_t d = p.rank - 1; d >= 0; --d) {
    const int64_t stride = p.jump[d] + rolled;
    rolled += stride * (p.dim[d] - 1);
    if (dense > stride) ahead += (dense - stride) * (p.dim[d] - 1);
    dense *= p.dim[d];
  }
  ahead -= p.first;
  return ahead > 0 ? static_cast<int32_t>(ahead) : 0;
}

}  // namespace nook
