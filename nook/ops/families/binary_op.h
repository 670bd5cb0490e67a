// The forms of elementwise operators y = f(a, b). An operator lists its forms, and its .cc defines their
// kernels(); operators do not differ otherwise.
#pragma once
#include "nook/model/fields.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/binary.h"
#include "nook/ops/prepare/broadcast.h"
#include "nook/ops/prepare/sum.h"

namespace nook {

// Checks that a, b and y have these element types, and computes the walk. kBadType without a reason: other
// types.
Code prepare_binary_walk(const NodeView& node, DType in, DType out, PrepareContext& context,
                         nook_binary_walk* walk);

Result<nook_binary> prepare_binary(const NodeView& node, DType in, DType out, PrepareContext& context);
Result<nook_binary_f32> prepare_binary_act_f32(const NodeView& node, Activation activation,
                                               PrepareContext& context);
// Activations clamp the stored integers.
Result<nook_binary_s32> prepare_binary_act_s32(const NodeView& node, Activation activation,
                                               PrepareContext& context);
// ADD and SUB of int16. Both operands are first rescaled to 2 * max / 2^15.
Result<nook_binary_sum> prepare_binary_sum(const NodeView& node, Activation activation,
                                           SumScales (*scales_of)(const NodeView&, int32_t left_shift),
                                           PrepareContext& context);

template <class F>
void binary_fields(F& f, const nook_binary_walk& w) {
  f.value("walk.run", w.run), f.value("walk.a_step", w.a_step), f.value("walk.b_step", w.b_step);
  f.value("walk.rank", w.rank), f.table("walk.dim", w.dim, w.rank);
  f.table("walk.a_jump", w.a_jump, w.rank), f.table("walk.b_jump", w.b_jump, w.rank);
}
template <class F>
void binary_fields(F& f, const nook_binary_scales& s) {
  f.value("scales.left_shift", s.left_shift);
  f.value("scales.a_zero", s.a_zero), f.value("scales.a_multiplier", s.a_multiplier);
  f.value("scales.a_shift", s.a_shift);
  f.value("scales.b_zero", s.b_zero), f.value("scales.b_multiplier", s.b_multiplier);
  f.value("scales.b_shift", s.b_shift);
}

// Fields of forms with rescaled operands; the limits of y are the operator's.
template <class F, class Params>
void binary_quantized_fields(F& f, const Params& p) {
  binary_fields(f, p.walk);
  binary_fields(f, p.scales);
  f.value("y_zero", p.y_zero), f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}
template <class F, class Params>
void binary_act_fields(F& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

// The quantization of an int8 operator with one factor, and its limits.
template <class Params>
void set_quantized_s8(const NodeView& node, Activation activation, const FixedScale& scale, Params* p) {
  p->multiplier = scale.multiplier, p->shift = scale.shift;
  p->a_zero = node.inputs[0].zero_point, p->b_zero = node.inputs[1].zero_point;
  p->y_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(activation, node.outputs[0]);
  p->act_min = range.min, p->act_max = range.max;
}

// An `overlap` of the kernel contract: an operand that is not broadcast may share memory with the output.
// Elements of y have the size of the operands' elements.
template <class Params>
int32_t binary_in_place(const Params& p, int input) {
  return is_whole(p.walk, input) ? 0 : kDisjoint;
}

// For kernels of sums of int16 without zero points: the factor of one operand is 1/2, which is always true,
// the other at most 1/2, and the sum is scaled down.
inline bool sums_of_s16(const nook_binary_sum& p) {
  const nook_binary_scales& s = p.scales;
  const bool a_half = is_half(s.a_multiplier, s.a_shift), b_half = is_half(s.b_multiplier, s.b_shift);
  const bool halves = (a_half && (b_half || s.b_shift < 0)) || (b_half && s.a_shift < 0);
  return p.walk.a_step == 1 && p.walk.b_step == 1 && s.a_zero == 0 && s.b_zero == 0 && p.y_zero == 0 &&
         halves && p.shift < 0;
}

// For kernels that compute sixteen elements of a run at a time.
inline bool has_sixteens(const nook_binary_f32& p) { return p.walk.run >= 16; }

// For kernels that write copies of an operand to scratch (binary_repeat.h): one operand is a number for each
// run, or a short vector for many runs, and the other one is whole.
template <class Params>
bool has_vector_repeats(const Params& p) {
  const nook_binary_walk& w = p.walk;
  if (w.rank == 0 || w.a_step != 1 || w.b_step != 1 || w.run > NOOK_MOST_REPEATED / 2) return false;
  const int32_t last = w.rank - 1;
  const int whole = w.a_jump[last] == 0 ? 1 : 0;
  return (whole ? w.a_jump : w.b_jump)[last] == 0 && w.dim[last] >= 4 && is_whole(w, whole);
}
template <class Params>
bool has_number_repeats(const Params& p) {
  const nook_binary_walk& w = p.walk;
  return w.a_step != w.b_step && w.run >= 4 && is_whole(w, w.b_step);
}
template <class Params>
bool has_repeats(const Params& p) {
  return has_number_repeats(p) || has_vector_repeats(p);
}
// The arguments of the kernel for vectors.
template <class Params>
Params vectors_of(Params p) {
  p.walk.a_step = p.walk.b_step = 1;
  return p;
}
template <class Params>
bool side_by_side_repeat(const Params& p) {
  return has_repeats(p) && side_by_side(vectors_of(p));
}
template <class Params>
bool sums_halves_repeat(const Params& p) {
  return has_repeats(p) && sums_halves(vectors_of(p));
}
inline bool sums_of_s16_repeat(const nook_binary_sum& p) {
  return has_repeats(p) && sums_of_s16(vectors_of(p));
}
// Their scratch: at most y's elements, so that a row needs no more than the whole.
inline int32_t repeated_elements(const nook_binary_walk& w) {
  constexpr int32_t kMost = NOOK_MOST_REPEATED;
  int32_t elements = w.run;
  for (int32_t d = 0; d < w.rank && elements < kMost; ++d) elements *= w.dim[d];
  return elements < kMost ? elements : kMost;
}
template <class Params>
int32_t repeats_s8(const Params& p) {
  return repeated_elements(p.walk);
}
template <class Params>
int32_t repeats_s16(const Params& p) {
  return 2 * repeated_elements(p.walk);
}
inline int32_t repeats_f32(const nook_binary_f32& p) { return 4 * repeated_elements(p.walk); }

// The base of the forms below: a row of y depends on the same row of each operand.
template <class Operator, class P>
using BinaryForm = FormOf<Operator, P, ByRows::kSlice>;

// An operator with a fused activation.
template <class Operator, OpCode op_code>
struct ArithmeticOp : OptionsOp<op_code, Role::kData, Role::kData> {
  struct Attrs {
    using Op = Operator;
    Activation activation = Activation::kNone;
  };
  // The activation is the first field of the option tables of all these operators.
  static Result<Attrs> parse(const NodeView& node) {
    return Attrs{static_cast<Activation>(node.options[fields::AddOptions::fused_activation_function])};
  }
};

// Values without a scale.
template <class Operator, DType in, DType out = in>
struct Binary : BinaryForm<Operator, nook_binary> {
  static constexpr const char* kType = "nook_binary";
  static Result<nook_binary> prepare(const typename Operator::Attrs&, const NodeView& node,
                                     PrepareContext& context) {
    return prepare_binary(node, in, out, context);
  }
  static Span<const KernelEntry> kernels();
  template <class F>
  static void fields(F& f, const nook_binary& p) {
    binary_fields(f, p.walk);
  }
};

// float32 with a fused activation, a clamp.
template <class Operator>
struct BinaryActF32 : BinaryForm<Operator, nook_binary_f32> {
  static constexpr const char* kType = "nook_binary_f32";
  static Result<nook_binary_f32> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
    return prepare_binary_act_f32(node, attrs.activation, context);
  }
  static Span<const KernelEntry> kernels();
  template <class F>
  static void fields(F& f, const nook_binary_f32& p) {
    binary_act_fields(f, p);
  }
};

// int32 likewise.
template <class Operator>
struct BinaryActS32 : BinaryForm<Operator, nook_binary_s32> {
  static constexpr const char* kType = "nook_binary_s32";
  static Result<nook_binary_s32> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
    return prepare_binary_act_s32(node, attrs.activation, context);
  }
  static Span<const KernelEntry> kernels();
  template <class F>
  static void fields(F& f, const nook_binary_s32& p) {
    binary_act_fields(f, p);
  }
};

template <class F>
void sum_fields_s8(F& f, const nook_binary_sum_s8& p) {
  binary_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("a_multiplier", p.a_multiplier), f.value("a_shift", p.a_shift);
  f.value("b_multiplier", p.b_multiplier), f.value("b_shift", p.b_shift);
  f.value("y_multiplier", p.y_multiplier), f.value("y_shift", p.y_shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

// ADD and SUB of int8. Each tensor has its own scale and zero point; the operator's sum_scales(node, left
// shift) converts them to one scale.
template <class Operator>
struct BinarySumS8 : BinaryForm<Operator, nook_binary_sum_s8> {
  static constexpr const char* kType = "nook_binary_sum_s8";
  static Result<nook_binary_sum_s8> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                            PrepareContext& context) {
    return prepare_sum_s8<nook_binary_sum_s8>(Operator::sum_scales, attrs.activation, node, context);
  }
  template <class F>
  static void fields(F& f, const nook_binary_sum_s8& p) {
    sum_fields_s8(f, p);
  }
};

// int16. Each tensor has its own scale and zero point; the operator's sum_scales(node, left shift) converts
// them to one scale.
template <class Operator>
struct BinarySumS16 : BinaryForm<Operator, nook_binary_sum> {
  static constexpr const char* kType = "nook_binary_sum";
  static Result<nook_binary_sum> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
    return prepare_binary_sum(node, attrs.activation, Operator::sum_scales, context);
  }
  template <class F>
  static void fields(F& f, const nook_binary_sum& p) {
    binary_quantized_fields(f, p);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

}  // namespace nook
