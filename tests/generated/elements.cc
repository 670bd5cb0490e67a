#include <algorithm>

#include "nook/ops/all.h"
#include "nook/ops/shared/quantize.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

Ints dims(const nook::Shape& shape) { return Ints(shape.dim, shape.dim + shape.rank); }

// A constant to add or multiply: as x, one number for each channel, one number, or repeated along some
// dimensions.
TensorId constant_partner(Sketch& s, TensorId x) {
  Ints shape = dims(s.shape(x));
  switch (s.choose.in(0, 3)) {
    case 0:
      break;
    case 1:
      shape = shape.empty() ? Ints{} : Ints{shape.back()};
      break;
    case 2:
      shape = {};
      break;
    default:
      for (int32_t& n : shape)
        if (s.choose.chance(50)) n = 1;
  }
  if (s.is_float(x)) return s.floats(shape, 1.5f);
  return s.bytes(shape, s.graph[x].scales[0] * static_cast<float>(s.choose.in(1, 3)) / 2,
                 s.choose.in(-5, 20));
}

// Of the tensors that are there, one with which x can be combined: itself, one of its shape, or one that is
// repeated.
TensorId partner(Sketch& s, const Live& live, TensorId x) {
  if (s.choose.chance(15)) return x;
  std::vector<TensorId> all;
  for (const TensorId t : live) {
    if (s.graph[t].type != s.graph[x].type || s.rank(t) != s.rank(x)) continue;
    bool fits = true;
    for (int i = 0; i < s.rank(x); ++i)
      fits &= s.dim(t, i) == s.dim(x, i) || s.dim(t, i) == 1 || s.dim(x, i) == 1;
    if (fits && t != x) all.push_back(t);
  }
  if (all.empty() || s.choose.chance(30)) return constant_partner(s, x);
  return all[all.size() - 1 - static_cast<size_t>(s.choose.in(0, static_cast<int32_t>(all.size()) - 1))];
}

}  // namespace

nook::Activation activation(Sketch& s) {
  static const std::vector<nook::Activation> all = {nook::Activation::kNone, nook::Activation::kNone,
                                                    nook::Activation::kRelu, nook::Activation::kRelu6,
                                                    nook::Activation::kReluN1To1};
  return s.choose.of(all);
}

TensorId relu(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  if (s.choose.chance(35)) {
    const TensorId y = s.alike(x, shape);
    return s.add(mark, nook::Relu6::Attrs{}, {x}, y) ? y : TensorId::kNone;
  }
  const TensorId y = s.choose.chance(30) ? s.result(x, shape, s.spread(x)) : s.alike(x, shape);
  return s.add(mark, nook::Relu::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

// Any operator y = f(x) of the unary family: those whose only operand is data, and that have no options.
TensorId unary(Sketch& s, const Live&, TensorId x) {
  static const std::vector<const nook::OpRow*> all = [] {
    std::vector<const nook::OpRow*> rows;
    for (const nook::OpRowOf row : nook::op_rows())
      for (const nook::FormRow& form : row().forms)
        if (form.type == std::string_view("nook_lookup_s8")) rows.push_back(&row());
    return rows;
  }();
  const nook::OpRow& op = *s.choose.of(all);
  nookc::Attrs attrs;
  if (nookc::Attrs::parse(op, nook::NodeView{}, &attrs) != nook::Code::kOk) return TensorId::kNone;
  const Ints shape = dims(s.shape(x));
  if (s.is_float(x)) {
    const auto mark = s.mark();
    const TensorId y = s.real(shape);
    return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
  }
  // What the output may be quantized like: of many functions as it likes, of some by a scale that is fixed.
  for (int kind = 0; kind < 3; ++kind) {
    const auto mark = s.mark();
    const TensorId y = kind == 0   ? s.result(x, shape, s.spread(x))
                       : kind == 1 ? s.quantized(shape, 1.0f / 128, 0)
                                   : s.quantized(shape, 1.0f / 256, -128);
    if (s.add(mark, attrs, {x}, y)) return y;
  }
  return TensorId::kNone;
}

TensorId arithmetic(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const int kind = s.choose.in(0, 2);
  TensorId a = x, b = partner(s, live, x);
  if (s.choose.chance(25)) std::swap(a, b);
  Ints shape = dims(s.rank(a) >= s.rank(b) ? s.shape(a) : s.shape(b));
  for (int i = 0; i < static_cast<int>(shape.size()); ++i)
    shape[shape.size() - 1 - static_cast<size_t>(i)] = std::max(s.shape(a).back(i), s.shape(b).back(i));
  const float spread = kind == 1 ? s.spread(a) * s.spread(b) : s.spread(a) + s.spread(b);
  const TensorId y = s.result(x, shape, spread);
  const nook::Activation act = activation(s);
  const bool added = kind == 0   ? s.add(mark, nook::Add::Attrs{act}, {a, b}, y)
                     : kind == 1 ? s.add(mark, nook::Mul::Attrs{act}, {a, b}, y)
                                 : s.add(mark, nook::Sub::Attrs{act}, {a, b}, y);
  return added ? y : TensorId::kNone;
}

TensorId requantize(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  if (!s.is_float(x) && s.choose.chance(50)) {
    const TensorId y = s.real(shape);
    return s.add(mark, nook::Dequantize::Attrs{}, {x}, y) ? y : TensorId::kNone;
  }
  const float scale = s.spread(x) / static_cast<float>(s.choose.in(40, 90));
  const TensorId y = s.quantized(shape, scale, s.choose.in(-20, 20));
  return s.add(mark, nook::Quantize::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
