// The forms of elementwise operators y = f(x). Their declared members are defined in an operator's .cc, such
// as `template <> Code UnaryS8<Elu>::fill_table(...)`, which defines f.
#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/families/unary.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/float_points.h"
#include "nook/ops/prepare/table_of.h"

namespace nook {

// Fills a table with the same real numbers in the units of y, clamped to [least, most].
Code fill_clamped(const TableOf& of, int32_t least, int32_t most);

// Checks int8 tensors with one scale each. Reserves memory for the table, and fills it.
Result<nook_lookup_s8> prepare_lookup(const NodeView& node, PrepareContext& context, const void* attrs,
                                      Code (*fill)(const void* attrs, const TableOf& of));
// The kernel of an int8 table, which reads no other data.
Span<const KernelEntry> lookup_kernels();
// For the difference of an int16 from 0: the largest shift at which nook_rescale() cannot overflow.
constexpr int32_t kMaxShiftOfSlopes = kMaxShiftOfInt16;
Span<const KernelEntry> slopes_kernels();
// Checks int16 tensors with one scale each; the points are filled later.
Result<nook_points_s16> prepare_points(const NodeView& node, PrepareContext& context);
Span<const KernelEntry> points_kernels();
// A gate of the family: the distance from 0 at which it is 1, and the last of the points at equal distances,
// of which the first is at 0; 2^bits steps from one to the next.
struct Gate {
  int32_t end, last, bits;
  float (*at)(float x);
};
// Without the points, which fill_gate() makes.
Result<nook_gated_s16> prepare_gated(const Gate& gate, int32_t kind, const NodeView& node,
                                     PrepareContext& context);
void fill_gate(const Gate& gate, uint16_t* points);
Span<const KernelEntry> gated_kernels();
// LOGISTIC and TANH of int16; y has the scale 2^-15.
Result<nook_curve_s16> prepare_curve_s16(const NodeView& node, int32_t powers_of_two,
                                         PrepareContext& context);
// Checks that x and y are float32 with the same shape; returns the number of elements.
Result<nook_unary_f32> prepare_unary_f32(const NodeView& node, PrepareContext& context);

template <class Operator>
struct UnaryS8 : FormOf<Operator, nook_lookup_s8, ByRows::kSlice> {
  static constexpr const char *kType = "nook_lookup_s8", *kHeader = "nook/ops/families/unary.h";

  static Result<nook_lookup_s8> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                        PrepareContext& context) {
    return prepare_lookup(node, context, &attrs, [](const void* any, const TableOf& of) {
      return fill_table(*static_cast<const typename Operator::Attrs*>(any), of);
    });
  }
  // Checks the quantization that f requires, and fills the table.
  static Code fill_table(const typename Operator::Attrs& attrs, const TableOf& of);
  static Span<const KernelEntry> kernels() { return lookup_kernels(); }

  template <class F>
  static void fields(F& f, const nook_lookup_s8& p) {
    f.value("size", p.size), f.table("table", p.table, NOOK_LOOKUP_SIZE);
  }
};

template <class Operator>
struct SlopesS16 : FormOf<Operator, nook_slopes_s16, ByRows::kSlice> {
  static constexpr const char *kType = "nook_slopes_s16", *kHeader = "nook/ops/families/unary.h";

  static Result<nook_slopes_s16> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
    NOOK_TRY(check_one_shape(node, DType::kS16, DType::kS16, context));
    const Result<nook_slopes_s16> found = slopes(attrs, node, context);
    NOOK_REQUIRE(found, found.code());
    nook_slopes_s16 p = *found;
    p.size = node.inputs[0].shape.elements();
    return p;
  }
  // Checks the quantization; sets the multipliers and shifts, the latter at most kMaxShiftOfSlopes.
  static Result<nook_slopes_s16> slopes(const typename Operator::Attrs& attrs, const NodeView& node,
                                        PrepareContext& context);
  static Span<const KernelEntry> kernels() { return slopes_kernels(); }

  template <class F>
  static void fields(F& f, const nook_slopes_s16& p) {
    f.value("size", p.size), f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("below_multiplier", p.below_multiplier), f.value("below_shift", p.below_shift);
  }
};

// The operator's fill_points() makes the points from the scales.
template <class Operator>
struct PointsS16 : FormOf<Operator, nook_points_s16, ByRows::kSlice> {
  static constexpr const char *kType = "nook_points_s16", *kHeader = "nook/ops/families/unary.h";

  static Result<nook_points_s16> prepare(const typename Operator::Attrs&, const NodeView& node,
                                         PrepareContext& context) {
    return prepare_points(node, context);
  }
  static void fill_points(const PointsOf& of);
  static int32_t table_bytes(const nook_points_s16&) { return (NOOK_POINTS_SIZE + 1) / 2 * 4; }
  static void fill_tables(nook_points_s16& p, void* table) {
    int16_t* const points = static_cast<int16_t*>(table);
    fill_points({p.x_scale, p.y_scale, {points, NOOK_POINTS_SIZE}});
    p.points = points;
  }
  static Span<const KernelEntry> kernels() { return points_kernels(); }

  template <class F>
  static void fields(F& f, const nook_points_s16& p) {
    f.value("size", p.size), f.value("x_scale", p.x_scale), f.value("y_scale", p.y_scale);
    f.table("points", p.points, NOOK_POINTS_SIZE);
  }
};

// The operator says which of its gates its options ask for, and defines the gate.
template <class Operator>
struct GatedS16 : FormOf<Operator, nook_gated_s16, ByRows::kSlice> {
  static constexpr const char *kType = "nook_gated_s16", *kHeader = "nook/ops/families/unary.h";

  static Result<nook_gated_s16> prepare(const typename Operator::Attrs& attrs, const NodeView& node,
                                        PrepareContext& context) {
    const int32_t kind = kind_of(attrs);
    return prepare_gated(gate(kind), kind, node, context);
  }
  static int32_t kind_of(const typename Operator::Attrs& attrs);
  static Gate gate(int32_t kind);
  static int32_t table_bytes(const nook_gated_s16& p) { return (p.last + 2) / 2 * 4; }
  static void fill_tables(nook_gated_s16& p, void* table) {
    fill_gate(gate(p.kind), static_cast<uint16_t*>(table));
    p.points = static_cast<const uint16_t*>(table);
  }
  static Span<const KernelEntry> kernels() { return gated_kernels(); }

  template <class F>
  static void fields(F& f, const nook_gated_s16& p) {
    f.value("size", p.size), f.value("at_multiplier", p.at_multiplier), f.value("at_shift", p.at_shift);
    f.value("bits", p.bits), f.value("last", p.last), f.table("points", p.points, p.last + 1);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift), f.value("kind", p.kind);
  }
};

// Scales of 2^-12 times a power of two, up to `powers_of_two` of them, are exact.
template <class Operator, int32_t powers_of_two>
struct CurveS16 : FormOf<Operator, nook_curve_s16, ByRows::kSlice> {
  static constexpr const char* kType = "nook_curve_s16";

  static Result<nook_curve_s16> prepare(const typename Operator::Attrs&, const NodeView& node,
                                        PrepareContext& context) {
    return prepare_curve_s16(node, powers_of_two, context);
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const nook_curve_s16& p) {
    f.value("size", p.size), f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  }
};

template <class Operator>
struct UnaryF32 : FormOf<Operator, nook_unary_f32, ByRows::kSlice> {
  static constexpr const char* kType = "nook_unary_f32";

  static Result<nook_unary_f32> prepare(const typename Operator::Attrs&, const NodeView& node,
                                        PrepareContext& context) {
    return prepare_unary_f32(node, context);
  }
  static Span<const KernelEntry> kernels();

  template <class F>
  static void fields(F& f, const nook_unary_f32& p) {
    f.value("size", p.size);
  }
};

}  // namespace nook
