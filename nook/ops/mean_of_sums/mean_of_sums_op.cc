#include "nook/ops/mean_of_sums/mean_of_sums_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/mean_scale.h"

namespace nook {
namespace {

// Sums of int16, and zero points, that fit an int32 together.
constexpr int32_t kMostSums = 1 << 15, kMostCount = 1 << 22;

}  // namespace

NOOK_FORM_KERNEL(nook_mean_of_sums_s8_ref, disjoint, MeanOfSumsS8)

Result<MeanOfSumsS8::Params> MeanOfSumsS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_CHECK(context, x.shape.rank == 3 || x.shape.rank == 4, Reason::kRank, 0, 4, x.shape.rank);
  const int32_t batch = x.shape.dim[0], channels = x.shape.back(0), all = x.shape.elements();
  NOOK_CHECK(context, all > 0, Reason::kElements, 0, 1, all);
  const int32_t sums = all / batch / channels;
  NOOK_CHECK(context, sums <= kMostSums, Reason::kTooLarge, 0, kMostSums, sums);
  NOOK_CHECK(context, y.shape.elements() == batch * channels, Reason::kElements, kFirstOutput,
             batch * channels, y.shape.elements());
  NOOK_CHECK(context, attrs.count >= 1 && attrs.count <= kMostCount, Reason::kAttribute, 0, kMostCount,
             attrs.count);
  NOOK_CHECK(context, attrs.least >= -128 && attrs.most <= 127 && attrs.least <= attrs.most,
             Reason::kAttribute, 0, attrs.most, attrs.least);
  Params p{batch, sums, channels, attrs.count, 0, 0, y.zero_point, attrs.least, attrs.most};
  if (attrs.pooled) return p;
  const auto scale = fixed_ratio(x.scale(), 1.0f, y.scale());
  NOOK_CHECK(context, scale && scale->multiplier > 0, Reason::kScaleValue, kFirstOutput, 0, 0);
  const FixedScale of_mean = scale_of_mean(*scale, attrs.count);
  p.multiplier = of_mean.multiplier, p.shift = of_mean.shift;
  return p;
}

void MeanOfSumsS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("sums", p.sums), f.value("channels", p.channels);
  f.value("count", p.count), f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("zero", p.zero), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(MeanOfSums, mean_of_sums)
