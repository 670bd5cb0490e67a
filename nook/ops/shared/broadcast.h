#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/fixed_ratio.h"
#include "nook/ops/shared/strides.h"

// What ADD, SUB and MUL share: two operands a and b, each repeated along the dimensions in which it has
// size 1.
//
// Their Params begin with the same fields: y is a sequence of runs of `run` elements; along a run each
// operand advances by its `step`, 0 or 1; a run ends where an operand starts to repeat. Equal shapes make a
// single run.
namespace nook {

// Whether input 0 or 1 has as many elements as the output, which is then written no faster than it is read.
template <class Params>
bool is_whole(const Params& p, int input) {
  const int32_t* const jump = input == 0 ? p.a_jump : p.b_jump;
  if ((input == 0 ? p.a_step : p.b_step) == 0) return false;
  for (int32_t d = 0; d < p.rank; ++d)
    if (jump[d] != p.run) return false;
  return true;
}

// An `overlap` of the kernel contract: an operand that isn't repeated may be where the output is.
template <class Params>
int32_t whole_in_place(const Params& p, int input) {
  return is_whole(p, input) ? 0 : kDisjoint;
}

template <class F, class Params>
void broadcast_fields(F& f, const Params& p) {
  f.value("run", p.run), f.value("a_step", p.a_step), f.value("b_step", p.b_step), f.value("rank", p.rank);
  f.table("dim", p.dim, p.rank), f.table("a_jump", p.a_jump, p.rank), f.table("b_jump", p.b_jump, p.rank);
}

// The walk over the output y of a and b; refuses shapes that can't be broadcast, or that aren't y's.
Result<Walk> broadcast_walk(const NodeView& node, PrepareContext& context);

// Checks all three shapes and fills the fields that are shared.
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

// ADD and SUB in int8 bring both operands to the scale 2 * max / 2^20 before they meet. The three factors are
// below 1 by that choice, or the model is refused.
struct SumScales {
  Result<FixedScale> a, b, y;
};

constexpr bool is_half(int32_t multiplier, int32_t shift) { return multiplier == 1 << 30 && shift == 0; }

template <class Params>
Code prepare_sum_s8(const SumScales& real, Activation activation, const NodeView& node,
                    PrepareContext& context, Params* p) {
  const Result<FixedScale>* const all[] = {&real.a, &real.b, &real.y};
  for (int i = 0; i < 3; ++i)
    NOOK_CHECK(context, *all[i] && (*all[i])->shift <= 0, Reason::kScaleValue, i < 2 ? i : kFirstOutput, 0,
               0);
  p->a_multiplier = real.a->multiplier, p->a_shift = real.a->shift;
  p->b_multiplier = real.b->multiplier, p->b_shift = real.b->shift;
  p->y_multiplier = real.y->multiplier, p->y_shift = real.y->shift;
  p->a_zero = node.inputs[0].zero_point, p->b_zero = node.inputs[1].zero_point;
  p->y_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(activation, node.outputs[0]);
  p->act_min = range.min, p->act_max = range.max;
  return Code::kOk;
}

template <class F, class Params>
void sum_fields_s8(F& f, const Params& p) {
  broadcast_fields(f, p);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("a_multiplier", p.a_multiplier), f.value("a_shift", p.a_shift);
  f.value("b_multiplier", p.b_multiplier), f.value("b_shift", p.b_shift);
  f.value("y_multiplier", p.y_multiplier), f.value("y_shift", p.y_shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

// Types, scales and the activation of a binary operator. kBadType without a reason: other types.
Code check_binary_s8(const NodeView& node, Activation activation, PrepareContext& context);
Code check_binary_f32(const NodeView& node, Activation activation, PrepareContext& context);

}  // namespace nook
