#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/reference/gather.h"

// Converts strides to loops: prepare() does this so that kernels walk tensors in as few and as long segments
// as possible.
namespace nook {

static_assert(NOOK_MAX_RANK == kMaxRank, "an odometer turns every dimension of a tensor");

// A walk over an output, with the stride of one or two inputs in each dimension (in elements; 0 repeats the
// input). Adjacent dimensions that are contiguous for every input are merged; dimensions of size 1 are
// dropped.
struct Walk {
  int32_t rank = 0;
  int32_t dim[kMaxRank] = {};
  int32_t stride[2][kMaxRank] = {};

  // Appends an innermost dimension.
  void add(int32_t size, int32_t first_stride, int32_t second_stride);
  // Removes the innermost dimension; the walk must have one.
  int32_t take() { return --rank; }
};

// The table for odometer.h: the distance by which input `which` moves when dimension d of `walk` advances, in
// strides times `unit`. Null, with a reason in the context, if the persistent memory is full; a walk of rank
// 0 has no table.
const int32_t* jumps(const Walk& walk, int which, int32_t unit, PrepareContext& context);
const int32_t* dims(const Walk& walk, PrepareContext& context);

// The distance between adjacent elements along each dimension of a dense tensor, in elements.
void dense_strides(const Shape& shape, int32_t* stride);

// y[i] = x[first + sum over d of i[d] * stride[d]], all in elements; `y` has no dimension of size 0.
// kNoMemory, with the reason in the context, if the persistent memory is full.
Result<nook_gather> make_gather(const Shape& y, int32_t first, const int32_t* stride, int32_t element_bytes,
                                PrepareContext& context);

// The byte of x where y begins, if y is contiguous there; else -1.
int32_t dense_at(const nook_gather& p);

// The most bytes by which the position in y is ahead of the position in x during the walk.
int32_t lead(const nook_gather& p);
// An `overlap` of the kernel contract.
template <class Params>
int32_t forward(const Params& p, int) {
  return lead(p);
}

template <class F>
void gather_fields(F& f, const nook_gather& p) {
  f.value("first", p.first), f.value("run", p.run);
  f.value("count", p.count), f.value("step", p.step), f.value("rank", p.rank);
  f.table("dim", p.dim, p.rank), f.table("jump", p.jump, p.rank);
}

}  // namespace nook
