#include <cmath>
#include <string_view>

#include "nook/ops/arg_max/arg_max_op.h"
#include "nook/ops/arg_min/arg_min_op.h"
#include "nook/ops/cumsum/cumsum_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/mean/mean_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

Ints dims(const nook::Shape& shape) { return Ints(shape.dim, shape.dim + shape.rank); }

}  // namespace

TensorId mean(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const int32_t rank = s.rank(x);
  if (rank == 0) return TensorId::kNone;
  Ints axes = {1, 2};
  if (rank < 4 || s.choose.chance(30)) axes = {s.choose.in(0, rank - 1)};
  if (s.choose.chance(20)) axes.push_back(axes[0]);
  if (s.choose.chance(15)) axes[0] -= rank;
  nook::Mean::Attrs attrs;
  attrs.keep_dims = s.choose.chance(50);
  Ints shape;
  for (int32_t i = 0; i < rank; ++i) {
    bool goes = false;
    for (const int32_t a : axes) goes |= (a < 0 ? a + rank : a) == i;
    if (!goes) shape.push_back(s.dim(x, i));
    if (goes && attrs.keep_dims) shape.push_back(1);
  }
  const TensorId which = s.integers({static_cast<int32_t>(axes.size())}, axes);
  const TensorId y = s.choose.chance(50) ? s.alike(x, shape) : s.result(x, shape, s.spread(x));
  return s.add(mark, attrs, {x, which}, y) ? y : TensorId::kNone;
}

// Any operator of the reduction family.
TensorId reduction(Sketch& s, const Live&, TensorId x) {
  static const std::vector<const nook::OpRow*> all = [] {
    std::vector<const nook::OpRow*> rows;
    for (const nook::OpRowOf row : nook::op_rows())
      for (const nook::FormRow& form : row().forms)
        if (form.type == std::string_view("nook_reduction") && (rows.empty() || rows.back() != &row()))
          rows.push_back(&row());
    return rows;
  }();
  const int32_t rank = s.rank(x);
  if (rank == 0) return TensorId::kNone;
  const auto mark = s.mark();
  Ints axes = {s.choose.in(0, rank - 1)};
  if (s.choose.chance(50)) axes.push_back(s.choose.in(0, rank - 1));
  if (s.choose.chance(15)) axes[0] -= rank;
  Ints shape;
  for (int32_t i = 0; i < rank; ++i) {
    bool goes = false;
    for (const int32_t a : axes) goes |= (a < 0 ? a + rank : a) == i;
    if (!goes) shape.push_back(s.dim(x, i));
  }
  nookc::Attrs attrs;
  if (nookc::Attrs::parse(*s.choose.of(all), nook::NodeView{}, &attrs) != nook::Code::kOk)
    return TensorId::kNone;
  const TensorId which = s.integers({static_cast<int32_t>(axes.size())}, axes);
  const TensorId y = s.alike(x, shape);
  return s.add(mark, attrs, {x, which}, y) ? y : TensorId::kNone;
}

namespace {

template <class Attrs>
void index_of(Sketch& s, TensorId x, int32_t axis) {
  const auto mark = s.mark();
  Ints shape = s.dims(x);
  shape.erase(shape.begin() + axis);
  const TensorId at = s.integers({1}, {axis});
  s.add(mark, Attrs{}, {x, at}, s.indices(shape));
}

}  // namespace

void whole_result(Sketch& s, TensorId x) {
  if (s.rank(x) == 0) return;
  const int32_t axis = s.choose.in(0, s.rank(x) - 1);
  switch (s.choose.in(0, 3)) {
    case 0:
      return index_of<nook::ArgMax::Attrs>(s, x, axis);
    case 1:
      return index_of<nook::ArgMin::Attrs>(s, x, axis);
    case 2: {
      const auto mark = s.mark();
      const nook::Cumsum::Attrs attrs{s.choose.chance(50), s.choose.chance(50)};
      const TensorId at = s.integers({1}, {axis});
      s.add(mark, attrs, {x, at}, s.indices(s.dims(x)));
      return;
    }
    default:
      reduction(s, {}, x);
  }
}

namespace {

// The rows of x with the rows of x, or of other bytes: a layer whose weights are computed.
TensorId products_of_rows(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  std::vector<TensorId> all = {x};
  for (const TensorId t : live)
    if (t != x && s.graph[t].type == nook::DType::kS8 && s.rank(t) == 2 && s.dim(t, 0) <= 40 &&
        s.dim(t, 1) == shape[1])
      all.push_back(t);
  const TensorId w = s.choose.of(all);
  nook::FullyConnected::Attrs attrs;
  attrs.activation = activation(s);
  const float root = std::sqrt(static_cast<float>(shape[1]));
  const TensorId y = s.result(x, {shape[0], s.dim(w, 0)}, s.spread(x) * s.spread(w) * root);
  return s.add(mark, attrs, {x, w}, y) ? y : TensorId::kNone;
}

}  // namespace

TensorId dense(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  if (shape.empty() || s.elements(x) > 1500) return TensorId::kNone;
  if (shape.size() == 2 && shape[0] <= 40 && !s.is_float(x) && !s.is_wide(x) && s.choose.chance(20))
    return products_of_rows(s, live, x);
  const int32_t in = shape.size() <= 2 || s.choose.chance(60) ? shape.back() : s.elements(x);
  const int32_t out = s.choose.in(1, 12), batch = s.elements(x) / in;
  nook::FullyConnected::Attrs attrs;
  attrs.activation = activation(s), attrs.asymmetric = s.is_float(x) && s.choose.chance(50);
  Ints result = {batch, out};
  if (in == shape.back() && s.choose.chance(40)) {
    attrs.keep_num_dims = true;
    result = shape, result.back() = out;
  }
  const float root = std::sqrt(static_cast<float>(in));
  const TensorId w = s.layer(x, {out, in}, s.choose.chance(30) ? 0 : -1, 1.5f / root);
  const float in_scale = s.is_float(x) ? 1 : s.graph[x].scales[0];
  TensorId bias = TensorId::kNone;
  if (s.choose.chance(75)) bias = s.bias(x, w, out, in_scale, static_cast<int32_t>(root * 3000));
  const TensorId y = s.result(x, result, s.spread(x) * 0.01f * root * 75);
  return s.add(mark, attrs, {x, w, bias}, y) ? y : TensorId::kNone;
}

TensorId softmax(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  if (s.rank(x) == 0) return TensorId::kNone;
  static const std::vector<float> betas = {1.0f, 0.5f, 2.0f};
  const nook::Softmax::Attrs attrs{s.choose.of(betas)};
  const Ints shape = dims(s.shape(x));
  const TensorId y = s.is_float(x)  ? s.real(shape)
                     : s.is_wide(x) ? s.wide(shape, 1.0f / 32768)
                                    : s.quantized(shape, 1.0f / 256, -128);
  return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
