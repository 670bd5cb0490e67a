// Layers between affine operators with constants, as exporters write a BatchNormalization: the compiler folds
// them.
#include "nook/ops/dequantize/dequantize_op.h"
#include "nookc/graph/any_attrs.h"
#include "tests/generated/op_steps.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

// ADD, DIV, MUL or SUB with a fused activation.
nookc::Attrs operation(Sketch& s) {
  static const std::vector<const nook::OpRow*> all = [] {
    using enum nook::OpCode;
    std::vector<const nook::OpRow*> rows;
    for (const nook::OpRowOf row : nook::op_rows())
      for (const nook::OpCode code : {kAdd, kDiv, kMul, kSub})
        if (row().code == code) rows.push_back(&row());
    return rows;
  }();
  nookc::Attrs attrs;
  if (nookc::Attrs::parse(*s.choose.of(all), nook::NodeView{}, &attrs) != nook::Code::kOk) return {};
  if (s.choose.chance(20)) *activation_of(attrs) = activation(s);
  return attrs;
}

// With a constant for each channel or for all, on either side.
TensorId affine(Sketch& s, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  const Ints shape = s.choose.chance(70) ? Ints{s.shape(x).back(0)} : Ints{};
  const TensorId c = s.floats(shape, 1.5f), y = s.real(s.dims(x));
  std::vector<TensorId> in = {x, c};
  if (s.choose.chance(20)) in = {c, x};
  return s.add(mark, operation(s), in, y) ? y : TensorId::kNone;
}

TensorId affines(Sketch& s, TensorId x, int32_t count) {
  for (; count > 0; --count)
    if (const TensorId y = affine(s, x); y != TensorId::kNone) x = y;
  return x;
}

}  // namespace

TensorId normalized(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<Step> images = {convolution, depthwise, random_transpose_conv, dense,
                                           random_batch_matmul};
  static const std::vector<Step> others = {dense, random_batch_matmul};
  if (!s.is_float(x)) {
    const auto mark = s.mark();
    const TensorId real = s.real(s.dims(x));
    if (!s.choose.chance(50) || !s.add(mark, nook::Dequantize::Attrs{}, {x}, real)) return TensorId::kNone;
    x = real;
  }
  const TensorId from = affines(s, x, s.choose.in(0, 2));
  const TensorId layer = s.choose.of(s.rank(x) == 4 ? images : others)(s, live, from);
  return affines(s, layer == TensorId::kNone ? from : layer, s.choose.in(0, 2));
}

}  // namespace generated
