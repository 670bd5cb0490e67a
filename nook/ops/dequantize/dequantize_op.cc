#include "nook/ops/dequantize/dequantize_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
namespace {

// Float i is written when byte i has been read, so that byte i + 1 is the first that must still be there.
template <class Params>
int32_t at_the_end(const Params& p, int) {
  return 3 * (p.size - 1);
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(DequantizeS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/dequantize/s8.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> DequantizeS8::kernels() { return kS8; }

Result<Dequantize::Attrs> Dequantize::parse(const NodeView&) { return Attrs{}; }

Result<DequantizeS8::Params> DequantizeS8::prepare(const Op::Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kF32, Code::kBadType);
  Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_output_shape(y, x.shape, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  return Params{x.shape.elements(), x.zero_point, x.scale()};
}

}  // namespace nook

NOOK_DEFINE_OP(Dequantize, dequantize)
