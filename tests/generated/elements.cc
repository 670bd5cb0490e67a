#include <algorithm>

#include "nook/core/quantize.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/dequantize/dequantize_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nook/ops/quantize/quantize_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/relu6/relu6_op.h"
#include "nook/ops/sub/sub_op.h"
#include "tests/generated/steps.h"

namespace generated {
namespace {

Ints dims(const nook::Shape& shape) { return Ints(shape.dim, shape.dim + shape.rank); }

// A constant to add or multiply: with the shape of x, one number per channel, one number, or repeated along
// some dimensions.
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
  if (s.is_wide(x)) return s.constant_like(x, shape, static_cast<float>(s.choose.in(1, 3)) / 2);
  return s.bytes(shape, s.graph[x].scales[0] * static_cast<float>(s.choose.in(1, 3)) / 2,
                 s.choose.in(-5, 20));
}

// An existing tensor that x can be combined with: x itself, one of its shape, or one that is broadcast.
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

// The operators with a form whose arguments have this C type.
std::vector<const nook::OpRow*> rows_with(std::string_view type) {
  std::vector<const nook::OpRow*> rows;
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms)
      if (form.type == type) rows.push_back(&row());
  return rows;
}

bool has_two_of_data(const nook::Signature& s) {
  bool data = s.count == 2 && s.results == 1 && !s.many_inputs();
  for (size_t i = 0; i < s.count; ++i)
    data &= s.operands[i].role == nook::Role::kData && s.operands[i].count == nook::Count::kOne;
  return data;
}
bool is_arithmetic(nook::OpCode code) {  // the step of that name generates these
  return code == nook::OpCode::kAdd || code == nook::OpCode::kSub || code == nook::OpCode::kMul;
}

Ints broadcast(Sketch& s, TensorId a, TensorId b) {
  Ints shape = dims(s.rank(a) >= s.rank(b) ? s.shape(a) : s.shape(b));
  for (int i = 0; i < static_cast<int>(shape.size()); ++i)
    shape[shape.size() - 1 - static_cast<size_t>(i)] = std::max(s.shape(a).back(i), s.shape(b).back(i));
  return shape;
}

}  // namespace

nook::Activation activation(Sketch& s) {
  static const std::vector<nook::Activation> all = {nook::Activation::kNone, nook::Activation::kNone,
                                                    nook::Activation::kRelu, nook::Activation::kRelu6,
                                                    nook::Activation::kReluN1To1};
  return s.choose.of(all);
}

TensorId truth_about(Sketch& s, TensorId x) {
  const auto mark = s.mark();
  const TensorId number = s.constant_like(x, {}), y = s.truth(dims(s.shape(x)));
  return s.add(mark, nook::Greater::Attrs{}, {x, number}, y) ? y : TensorId::kNone;
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

namespace {

TensorId unary_of_words(Sketch& s, TensorId x) {
  static const std::vector<const nook::OpRow*> all = [] {
    std::vector<const nook::OpRow*> rows = rows_with("nook_slopes_s16");
    for (const char* type :
         {"nook_curve_s16", "nook_points_s16", "nook_gated_s16", "nook_sqrt_s16", "nook_square_s16"})
      for (const nook::OpRow* row : rows_with(type)) rows.push_back(row);
    return rows;
  }();
  nookc::Attrs attrs;
  if (nookc::Attrs::parse(*s.choose.of(all), nook::NodeView{}, &attrs) != nook::Code::kOk)
    return TensorId::kNone;
  const Ints shape = dims(s.shape(x));
  for (const bool fixed : {false, true}) {
    const auto mark = s.mark();
    const TensorId y = fixed ? s.wide(shape, 1.0f / 32768) : s.result(x, shape, s.spread(x));
    if (s.add(mark, attrs, {x}, y)) return y;
  }
  return TensorId::kNone;
}

}  // namespace

// Any operator y = f(x) of the unary family, with its default options.
TensorId unary(Sketch& s, const Live&, TensorId x) {
  static const std::vector<const nook::OpRow*> bytes = rows_with("nook_lookup_s8"),
                                               floats = rows_with("nook_unary_f32");
  if (s.is_wide(x)) return unary_of_words(s, x);
  const nook::OpRow& op = *s.choose.of(s.is_float(x) ? floats : bytes);
  nookc::Attrs attrs;
  if (nookc::Attrs::parse(op, nook::NodeView{}, &attrs) != nook::Code::kOk) return TensorId::kNone;
  const Ints shape = dims(s.shape(x));
  if (s.is_float(x)) {
    const auto mark = s.mark();
    const TensorId y = s.real(shape);
    return s.add(mark, attrs, {x}, y) ? y : TensorId::kNone;
  }
  // Possible quantizations of the output: many functions allow any, some have a fixed scale.
  for (int kind = 0; kind < 3; ++kind) {
    const auto mark = s.mark();
    const TensorId y = kind == 0   ? s.result(x, shape, s.spread(x))
                       : kind == 1 ? s.quantized(shape, 1.0f / 128, 0)
                                   : s.quantized(shape, 1.0f / 256, -128);
    if (s.add(mark, attrs, {x}, y)) return y;
  }
  return TensorId::kNone;
}

TensorId sum(Sketch& s, TensorId a, TensorId b) {
  const auto mark = s.mark();
  const TensorId y = s.result(a, s.dims(a), s.spread(a) + s.spread(b));
  return s.add(mark, nook::Add::Attrs{}, {a, b}, y) ? y : TensorId::kNone;
}

TensorId arithmetic(Sketch& s, const Live& live, TensorId x) {
  const auto mark = s.mark();
  const int kind = s.choose.in(0, 2);
  TensorId a = x, b = partner(s, live, x);
  if (s.choose.chance(25)) std::swap(a, b);
  const Ints shape = broadcast(s, a, b);
  const float spread = kind == 1 ? s.spread(a) * s.spread(b) : s.spread(a) + s.spread(b);
  const TensorId y = s.result(x, shape, spread);
  const nook::Activation act = activation(s);
  const bool added = kind == 0   ? s.add(mark, nook::Add::Attrs{act}, {a, b}, y)
                     : kind == 1 ? s.add(mark, nook::Mul::Attrs{act}, {a, b}, y)
                                 : s.add(mark, nook::Sub::Attrs{act}, {a, b}, y);
  return added ? y : TensorId::kNone;
}

// Any elementwise operator y = f(a, b): those with two data operands. A truth value is read only by the
// application, or by an operator on two of them.
TensorId binary(Sketch& s, const Live& live, TensorId x) {
  static const std::vector<const nook::OpRow*> all = [] {
    std::vector<const nook::OpRow*> rows;
    for (const nook::OpRowOf row : nook::op_rows())
      if (has_two_of_data(row().signature) && !is_arithmetic(row().code)) rows.push_back(&row());
    return rows;
  }();
  const auto attrs_of = [](const nook::OpRow& op) {
    nookc::Attrs attrs;
    (void)nookc::Attrs::parse(op, nook::NodeView{}, &attrs);
    return attrs;
  };
  const auto mark = s.mark();
  const TensorId b = partner(s, live, x);
  const Ints shape = broadcast(s, x, b);
  const nook::OpRow& op = *s.choose.of(all);
  const TensorId y = s.choose.chance(30) ? s.alike(x, shape) : s.result(x, shape, s.spread(x));
  if (s.add(mark, attrs_of(op), {x, b}, y)) return y;
  const auto again = s.mark();
  const TensorId c = partner(s, live, x);
  const TensorId first = s.truth(broadcast(s, x, c));
  if (!s.add(again, attrs_of(op), {x, c}, first)) return TensorId::kNone;
  const auto more = s.mark();
  const TensorId both = s.truth(dims(s.shape(first)));
  s.add(more, attrs_of(*s.choose.of(all)), {first, first}, both);
  return TensorId::kNone;
}

TensorId requantize(Sketch& s, const Live&, TensorId x) {
  const auto mark = s.mark();
  const Ints shape = dims(s.shape(x));
  if (!s.is_float(x) && s.choose.chance(50)) {
    const TensorId y = s.real(shape);
    return s.add(mark, nook::Dequantize::Attrs{}, {x}, y) ? y : TensorId::kNone;
  }
  const float scale = s.spread(x) / static_cast<float>(s.choose.in(40, 90));
  const TensorId y =
      s.choose.chance(20) ? s.wide(shape, scale / 250) : s.quantized(shape, scale, s.choose.in(-20, 20));
  return s.add(mark, nook::Quantize::Attrs{}, {x}, y) ? y : TensorId::kNone;
}

}  // namespace generated
