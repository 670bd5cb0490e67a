#include "nook/ops/l2_normalization/l2_normalization_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/resize_bilinear/resize_bilinear_op.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

TensorId normalized(Sketch& s, TensorId bytes) {
  if (s.rank(bytes) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId y = s.quantized(s.dims(bytes), 1.0f / 128, 128);
  s.graph[y].type = nook::DType::kU8;
  return s.add(mark, nook::L2Normalization::Attrs{}, {bytes}, y) ? y : TensorId::kNone;
}

}  // namespace

TensorId older(Sketch& s, const Live& live, TensorId x) {
  if (s.graph[x].type != nook::DType::kS8) return TensorId::kNone;
  const auto mark = s.mark();
  const TensorId bytes = s.alike(x, s.dims(x));
  s.graph[bytes].type = nook::DType::kU8, s.graph[bytes].zero_point += 128;
  if (!s.add(mark, nook::Quantize::Attrs{}, {x}, bytes)) return TensorId::kNone;
  const int32_t kind = s.choose.in(0, 3);
  const TensorId y = kind == 0   ? pool(s, live, bytes)
                     : kind == 1 ? mean(s, live, bytes)
                     : kind == 2 ? normalized(s, bytes)
                                 : resized<nook::ResizeBilinear::Attrs>(s, bytes);
  if (y == TensorId::kNone) {
    s.undo(mark);
    return y;
  }
  const TensorId back = s.alike(x, s.dims(y));
  return s.add(mark, nook::Quantize::Attrs{}, {y}, back) ? back : TensorId::kNone;
}

}  // namespace generated
