#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/prepare/weighted.h"

// Layers of floats with constant weights of 4, 8 or 16 bits (nook/ops/reference/narrow.h). The compiler makes
// them where a DEQUANTIZE reads the weights and nothing else does; no model states them.
namespace nook {

// Checks that x and y are float32, and w is int4, int8 or float16. kBadType without a reason: other types.
Code check_types_narrow(const NodeView& node, PrepareContext& context);

// Checks and keeps the scales of w, one in total or `channels`, or, if `may_be_blocks`, one for each of equal
// parts of a channel: sets the fields of NOOK_NARROW_WEIGHTS.
struct NarrowWeights {
  int32_t bits, zero, block, scales;
  const float* scale;
};
Result<NarrowWeights> prepare_narrow(const NodeView& node, int32_t channels, bool may_be_blocks,
                                     PrepareContext& context);

template <class Params>
void set_narrow(const NarrowWeights& w, Params* p) {
  p->bits = w.bits, p->zero = w.zero, p->block = w.block, p->scales = w.scales, p->scale = w.scale;
}

template <class Operator, class P, ByRows rows>
struct WeightedNarrow : Weighted<Operator, P, rows> {
  template <class F>
  static void fields(F& f, const P& p) {
    Operator::geometry_fields(f, p);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.value("bits", p.bits), f.value("zero", p.zero), f.value("block", p.block), f.value("scales", p.scales);
    f.table("scale", p.scale, p.scales);
  }
};

}  // namespace nook
