#include "nook/ops/fill/fill_op.h"

#include "nook/core/quantize.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

template <>
Result<nook_movement> MovedAny<Fill>::sources(const Op::Attrs&, const NodeView& node,
                                              PrepareContext& context) {
  const TensorInfo &value = node.inputs[1], &y = node.outputs[0];
  NOOK_CHECK(context, value.shape.elements() == 1, Reason::kElements, 1, 1, value.shape.elements());
  const bool alike = y.type != DType::kS8 || same_quantization(value, y);
  NOOK_CHECK(context, alike, Reason::kQuantization, 1, y.zero_point, value.zero_point);
  const int32_t stride[kMaxRank] = {};
  return make_gather(y.shape, 0, stride, size_of(y.type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(Fill, fill)
