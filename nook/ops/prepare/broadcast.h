#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/strides.h"

// Broadcasting of two operands a and b, as in ADD, SUB and MUL: each is repeated along the dimensions in
// which it has size 1.
//
// Their Params begin with a nook_binary_walk: y is a sequence of segments of `run` elements; within a segment
// each operand advances by its `step`, 0 or 1; a segment ends where an operand starts to repeat. Equal shapes
// result in a single segment.
namespace nook {

// Whether input 0 or 1 has as many elements as the output; then the output is never written ahead of the
// reads of this input.
template <class Params>
bool is_whole(const Params& p, int input) {
  const int32_t* const jump = input == 0 ? p.a_jump : p.b_jump;
  if ((input == 0 ? p.a_step : p.b_step) == 0) return false;
  for (int32_t d = 0; d < p.rank; ++d)
    if (jump[d] != p.run) return false;
  return true;
}

// The walk over the output y of a and b; refuses shapes that cannot be broadcast, or whose result does not
// have the shape of y.
Result<Walk> broadcast_walk(const NodeView& node, PrepareContext& context);

// Checks all three shapes and fills the shared fields.
template <class Params>
Code prepare_broadcast(const NodeView& node, PrepareContext& context, Params* p) {
  const Result<Walk> found = broadcast_walk(node, context);
  NOOK_REQUIRE(found, found.code());
  Walk walk = *found;
  p->run = p->a_step = p->b_step = 1;
  if (walk.rank > 0) {
    const int32_t d = walk.take();
    p->run = walk.dim[d], p->a_step = walk.stride[0][d], p->b_step = walk.stride[1][d];
  }
  p->rank = walk.rank;
  if (p->rank == 0) return Code::kOk;
  p->dim = dims(walk, context);
  NOOK_REQUIRE(p->dim, Code::kNoMemory);
  p->a_jump = jumps(walk, 0, 1, context);
  NOOK_REQUIRE(p->a_jump, Code::kNoMemory);
  p->b_jump = jumps(walk, 1, 1, context);
  NOOK_REQUIRE(p->b_jump, Code::kNoMemory);
  return Code::kOk;
}

// Checks the types, scales and activation of a binary operator. kBadType without a reason: other types.
Code check_binary(const NodeView& node, DType type, Activation activation, PrepareContext& context);
Code check_binary_s8(const NodeView& node, Activation activation, PrepareContext& context);
// Likewise for int16 whose zero points must be 0.
Code check_symmetric_binary_s16(const NodeView& node, Activation activation, PrepareContext& context);
Code check_binary_f32(const NodeView& node, Activation activation, PrepareContext& context);

}  // namespace nook
