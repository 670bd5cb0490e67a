// Shared by the forms of CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED. Such an operator defines, for the
// Params of each form:
//
//   static int64_t macs(const P&)                             multiply-accumulates of one inference
//   static int32_t outputs(const P&)                          number of outputs, each of which may have a
//   scale
//   template <class F, class P>
//   static void geometry_fields(F&, const P&)                 the fields that do not depend on the element
//   type
#pragma once
#include "nook/ops/contract/op.h"

// Defines a form with Params P that inherits all other members from its base.
#define NOOK_WEIGHTED_FORM(P)              \
  static constexpr const char* kType = #P; \
  NOOK_FORM_FUNCTIONS

namespace nook {

template <class Operator, class P, ByRows rows>
struct Weighted : FormOf<Operator, P, rows> {
  static int64_t macs(const P& p) { return Operator::macs(p); }
};

template <class Operator, class P, ByRows rows>
struct WeightedF32 : Weighted<Operator, P, rows> {
  static constexpr bool kPacksWeights = true;  // in fast interpreters, without tables of scales
  template <class F>
  static void fields(F& f, const P& p) {
    Operator::geometry_fields(f, p), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// float32 activations, symmetric int8 weights with one scale or one per output, float32 bias. The activations
// are quantized with one scale for the whole tensor, so rows cannot be computed separately.
template <class Operator, class P>
struct WeightedHybrid : Weighted<Operator, P, ByRows::kNone> {
  template <class F>
  static void fields(F& f, const P& p) {
    Operator::geometry_fields(f, p);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("asymmetric", p.asymmetric), f.value("scale_step", p.scale_step);
    f.table("scale", p.scale, p.scale_step ? Operator::outputs(p) : 1);
  }
};

// int8 activations, int8 weights with one scale and a nonzero zero point, int32 bias.
template <class Operator, class P>
struct WeightedShifted : Weighted<Operator, P, ByRows::kNone> {
  static int32_t scale_count(const P&) { return 1; }
  template <class F>
  static void fields(F& f, const P& p) {
    Operator::geometry_fields(f, p);
    f.value("in_zero", p.in_zero), f.value("w_zero", p.w_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.table("multiplier", p.multiplier, 1), f.table("shift", p.shift, 1);
  }
};

}  // namespace nook
