#include "nook/ops/spectral_subtraction/spectral_subtraction_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_spectral_subtraction_u32_ref, disjoint, SpectralSubtractionU32)

Result<SpectralSubtractionU32::Params> SpectralSubtractionU32::prepare(const Op::Attrs& attrs,
                                                                       const NodeView& node,
                                                                       PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0], &noise = node.outputs[1];
  NOOK_REQUIRE(x.type == DType::kU32 && y.type == DType::kU32 && noise.type == DType::kU32, Code::kBadType);
  const int32_t size = x.shape.elements();
  NOOK_TRY(check_vector(x, 0, -1, context));
  NOOK_TRY(check_vector(y, kFirstOutput, size, context));
  NOOK_TRY(check_vector(noise, kFirstOutput + 1, size, context));
  NOOK_TRY(check_option(attrs.num_channels, size, size, context));
  const int32_t weights[] = {attrs.smoothing, attrs.one_minus_smoothing, attrs.alternate_smoothing,
                             attrs.alternate_one_minus_smoothing, attrs.min_signal_remaining};
  for (const int32_t weight : weights) {
    NOOK_TRY(check_option(weight, 0, INT32_MAX, context));
  }
  NOOK_TRY(check_option(attrs.smoothing_bits, 0, 31, context));
  NOOK_TRY(check_option(attrs.spectral_subtraction_bits, 0, 63, context));
  return Params{size,
                {attrs.smoothing, attrs.alternate_smoothing},
                {attrs.one_minus_smoothing, attrs.alternate_one_minus_smoothing},
                attrs.smoothing_bits,
                attrs.min_signal_remaining,
                attrs.spectral_subtraction_bits,
                attrs.clamping};
}

void SpectralSubtractionU32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("smoothing", p.smoothing);
  f.value("one_minus_smoothing", p.one_minus_smoothing), f.value("smoothing_bits", p.smoothing_bits);
  f.value("least", p.least), f.value("bits", p.bits), f.value("clamping", p.clamping);
}

}  // namespace nook

NOOK_DEFINE_OP(SpectralSubtraction, spectral_subtraction)
