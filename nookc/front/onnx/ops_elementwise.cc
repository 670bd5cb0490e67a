// Elementwise operators.
#include <cfloat>

#include "nook/ops/all.h"
#include "nookc/front/onnx/old_forms.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/front/onnx/ops_control.h"

namespace nookc::onnx {
namespace {

// For integers each operand must have a single scale.
void check_scales(Mapper& m) {
  for (size_t i = 0; i < m.node().in.size() && m.integer(); ++i)
    if (m.quantization_of(m.raw(i)).type != m.quantization().type) m.compute_in_float();
}

template <class Op>
std::string arithmetic(Mapper& m) {
  check_scales(m);
  typename Op::Attrs attrs;
  attrs.activation = m.fused();
  const Value a = m.in(0);
  m.give(0, binary(m, attrs, a, second_operand(m, a)));
  return {};
}

template <class Op>
std::string fold_left(Mapper& m) {
  check_scales(m);
  const auto operand = [&](size_t i) {
    return m.integer() ? m.requantized(m.raw(i), m.quantization()) : m.in(i);
  };
  Value all = operand(0);
  for (size_t i = 1; i < m.node().in.size(); ++i) all = binary(m, typename Op::Attrs{}, all, operand(i));
  m.give(0, all);
  return {};
}

Value sum_of(Mapper& m) {
  Value all = m.in(0);
  for (size_t i = 1; i < m.node().in.size(); ++i) all = added(m, all, m.in(i));
  return all;
}

double bound(const Mapper& m, size_t i, const char* attribute, double otherwise, bool* known) {
  const ConstantPtr constant = m.constant(i);
  if (constant && constant->size() == 1) return reals_of(*constant)[0];
  *known &= !m.given(i);
  return static_cast<double>(m.node().real(attribute, static_cast<float>(otherwise)));
}

// Clamps the operand; either bound may be infinite.
Value clamped(Mapper& m, const Value& x, double low, double high) {
  // RELU is cheaper than two operators; the results differ only for infinity.
  if (low == 0 && high >= static_cast<double>(FLT_MAX)) return unary(m, nook::Relu::Attrs{}, x);
  // All other operators keep the scale of their operand.
  Value y = m.integer() ? m.requantized(x, m.quantization()) : x;
  if (low == 0 && high == 6) return unary(m, nook::Relu6::Attrs{}, y);
  if (low == -1 && high == 1) return unary(m, nook::ReluN1To1::Attrs{}, y);
  const auto limit = [&](double number) {
    Constant constant = make_constant(x.type, {}, std::vector<double>{number});
    if (m.integer()) constant = quantized(constant, m.quantization());
    return Value{TensorId::kNone, shared(std::move(constant)), x.type, {}, {}, {}};
  };
  if (low > -INFINITY) y = binary(m, nook::Maximum::Attrs{}, y, limit(low));
  if (high < INFINITY) y = binary(m, nook::Minimum::Attrs{}, y, limit(high));
  return y;
}

}  // namespace

std::string map_add(Mapper& m) { return arithmetic<nook::Add>(m); }
std::string map_sub(Mapper& m) { return arithmetic<nook::Sub>(m); }
std::string map_mul(Mapper& m) { return arithmetic<nook::Mul>(m); }
std::string map_div(Mapper& m) { return arithmetic<nook::Div>(m); }
std::string map_min(Mapper& m) { return fold_left<nook::Minimum>(m); }
std::string map_max(Mapper& m) { return fold_left<nook::Maximum>(m); }

std::string map_sum(Mapper& m) {
  m.give(0, sum_of(m));
  return {};
}

std::string map_mean(Mapper& m) {
  const double share = 1.0 / static_cast<double>(m.node().in.size());
  m.give(0, multiplied(m, sum_of(m), real_constant(share)));
  return {};
}

std::string map_pow(Mapper& m) {
  const ConstantPtr exponent = m.constant(1);
  const Value x = m.in(0);
  const double e = exponent && exponent->size() == 1 ? numbers_of(*exponent)[0] : NAN;
  if (x.type == kReal && e == 2) {
    m.give(0, unary(m, nook::Square::Attrs{}, x));
  } else if (x.type == kReal && e == 0.5) {
    m.give(0, unary(m, nook::Sqrt::Attrs{}, x));
  } else {
    Value power = second_operand(m, x);
    if (power.type != x.type && x.type == kReal) power = converted(m, power, kReal);
    if (power.type == x.type) {
      m.give(0, binary(m, nook::Pow::Attrs{}, x, power));
    } else {  // integers by way of real numbers
      m.give(0, converted(m, binary(m, nook::Pow::Attrs{}, converted(m, x, kReal), power), x.type));
    }
  }
  return {};
}

// Integers are computed as real numbers, which are exact up to 2^24. With fmod the result has the sign of the
// dividend, not of the divisor.
std::string map_mod(Mapper& m) {
  const nook::DType type = m.in(0).type;
  const Value x = converted(m, m.in(0), kReal), y = converted(m, m.in(1), kReal);
  Value rest;
  if (m.node().integer("fmod", 0)) {
    const Value size = unary(m, nook::Abs::Attrs{}, x), by = unary(m, nook::Abs::Attrs{}, y);
    rest = binary(m, nook::FloorMod::Attrs{}, size, by);
    rest = multiplied(m, rest, unary(m, nook::Sign::Attrs{}, x));
  } else {
    rest = binary(m, nook::FloorMod::Attrs{}, x, y);
  }
  m.give(0, converted(m, rest, type));
  return {};
}

std::string map_prelu(Mapper& m) {
  check_scales(m);
  const Value x = m.in(0);
  Value slope = m.in(1);
  // A vector has one slope per channel, not per element of the last dimension: always before opset 7.
  if (slope.shape.size() == 1 && x.shape.size() > 2 && slope.shape[0] != 1 &&
      (m.opset() < 7 || slope.shape[0] != x.shape.back())) {
    Dims dims(x.shape.size() - 1, 1);
    dims[0] = slope.shape[0];
    slope = m.reshaped(slope, dims);
  }
  m.give(0, binary(m, nook::Prelu::Attrs{}, x, slope));
  return {};
}

namespace {

// b + condition * (a - b), because no kernel selects integers.
Value selected(Mapper& m, const Value& condition, const Value& a, const Value& b) {
  const Value step = binary(m, nook::Sub::Attrs{}, in_memory(m, a), b);
  return added(m, multiplied(m, converted(m, condition, a.type), step), b);
}

}  // namespace

std::string map_where(Mapper& m) {
  const nook::DType type = m.in(1).type;
  if (is_whole(type)) {
    m.give(0, selected(m, m.in(0), m.in(1), m.in(2)));
    return {};
  }
  Aligned all;
  if (!align(m, {m.in(0), m.in(1), m.in(2)}, &all)) return {};
  const TensorId y = m.fresh(dims_in(all.shape, all.order), m.in(1).type);
  m.emit(nook::SelectV2::Attrs{}, all.in, {y});
  m.give(0, m.value(y, all.shape, all.order, m.in(1).type));
  return {};
}

std::string map_compare(Mapper& m) {
  const std::string& op = m.node().op;
  const Value a = m.in(0), b = second_operand(m, a);
  const auto made = [&](const Attrs& attrs) { m.give(0, binary(m, attrs, a, b, kTruth)); };
  if (op == "Equal") made(nook::Equal::Attrs{});
  if (op == "Less") made(nook::Less::Attrs{});
  if (op == "Greater") made(nook::Greater::Attrs{});
  if (op == "LessOrEqual") made(nook::LessEqual::Attrs{});
  if (op == "GreaterOrEqual") made(nook::GreaterEqual::Attrs{});
  if (op == "And") made(nook::LogicalAnd::Attrs{});
  if (op == "Or") made(nook::LogicalOr::Attrs{});
  if (op == "Xor") made(nook::NotEqual::Attrs{});
  return {};
}

std::string map_not(Mapper& m) {
  m.give(0, unary(m, nook::LogicalNot::Attrs{}, m.in(0)));
  return {};
}

namespace {

// Integer versions by operators that accept integers; false: there are none.
bool whole_unary(Mapper& m, const std::string& op) {
  const Value x = m.in(0), zero = known_number(0);
  if (!is_whole(x.type)) return false;
  if (op == "Sign") {
    const Value least = binary(m, nook::Maximum::Attrs{}, x, known_number(-1));
    m.give(0, binary(m, nook::Minimum::Attrs{}, least, known_number(1)));
    return true;
  }
  if (op == "Neg") m.give(0, binary(m, nook::Sub::Attrs{}, zero, x, x.type));
  if (op == "Abs") m.give(0, whole_magnitude(m, x));
  if (op == "Relu") m.give(0, binary(m, nook::Maximum::Attrs{}, x, zero));
  return op == "Neg" || op == "Abs" || op == "Relu";
}

}  // namespace

std::string map_unary(Mapper& m) {
  const std::string& op = m.node().op;
  if (whole_unary(m, op)) return {};
  const std::pair<const char*, Attrs> all[] = {{"Relu", nook::Relu::Attrs{}},
                                               {"Abs", nook::Abs::Attrs{}},
                                               {"Neg", nook::Neg::Attrs{}},
                                               {"Exp", nook::Exp::Attrs{}},
                                               {"Log", nook::Log::Attrs{}},
                                               {"Sqrt", nook::Sqrt::Attrs{}},
                                               {"Sin", nook::Sin::Attrs{}},
                                               {"Cos", nook::Cos::Attrs{}},
                                               {"Floor", nook::Floor::Attrs{}},
                                               {"Ceil", nook::Ceil::Attrs{}},
                                               {"Round", nook::Round::Attrs{}},
                                               {"Sign", nook::Sign::Attrs{}},
                                               {"HardSwish", nook::HardSwish::Attrs{}}};
  for (const auto& [name, attrs] : all)
    if (op == name) m.give(0, unary(m, attrs, m.in(0)));
  return {};
}

// Computes trigonometric and hyperbolic functions from available ones.
std::string map_of_exponentials(Mapper& m) {
  const std::string& op = m.node().op;
  const Value x = m.in(0);
  const auto sum = [&](const Value& a, const Value& b) { return added(m, a, b); };
  const auto quotient = [&](const Value& a, const Value& b) { return binary(m, nook::Div::Attrs{}, a, b); };
  const auto exponential = [&](const Value& a) { return unary(m, nook::Exp::Attrs{}, a); };
  const auto logarithm = [&](const Value& a) { return unary(m, nook::Log::Attrs{}, a); };
  const auto negative = [&](const Value& a) { return unary(m, nook::Neg::Attrs{}, a); };
  // log(a + sqrt(a * a + more)). Above 1e18 the square may overflow; there the result is log(2 a).
  const auto inverse = [&](const Value& a, double more) {
    const Value near = binary(m, nook::Minimum::Attrs{}, a, real_constant(1e18));
    const Value beyond = binary(m, nook::Maximum::Attrs{}, times(m, a, 1e-18), real_constant(1));
    const Value root = unary(m, nook::Sqrt::Attrs{}, plus(m, unary(m, nook::Square::Attrs{}, near), more));
    return sum(logarithm(sum(near, root)), logarithm(beyond));
  };
  if (op == "Tan") m.give(0, quotient(unary(m, nook::Sin::Attrs{}, x), unary(m, nook::Cos::Attrs{}, x)));
  if (op == "Cosh") m.give(0, times(m, sum(exponential(x), exponential(negative(x))), 0.5));
  if (op == "Sinh") m.give(0, times(m, sum(exponential(x), negative(exponential(negative(x)))), 0.5));
  if (op == "Acosh") m.give(0, inverse(binary(m, nook::Maximum::Attrs{}, x, real_constant(0)), -1));
  if (op == "Atanh") m.give(0, times(m, logarithm(quotient(plus(m, x, 1), plus(m, negative(x), 1))), 0.5));
  if (op == "Asinh") {  // uses |x|, so that no precision is lost below 0
    const Value size = unary(m, nook::Abs::Attrs{}, x);
    m.give(0, multiplied(m, inverse(size, 1), unary(m, nook::Sign::Attrs{}, x)));
  }
  return {};
}

std::string map_is_number(Mapper& m) {
  const Value x = m.in(0);
  if (m.node().op == "IsNaN") {
    m.give(0, binary(m, nook::NotEqual::Attrs{}, x, x, kTruth));
    return {};
  }
  const bool above = m.node().integer("detect_positive", 1) != 0,
             below = m.node().integer("detect_negative", 1) != 0;
  if (!above && !below) return "detect_positive and detect_negative: need one of them";
  const Value of = above && below ? unary(m, nook::Abs::Attrs{}, x) : x;
  m.give(0, binary(m, nook::Equal::Attrs{}, of, real_constant(above ? INFINITY : -INFINITY), kTruth));
  return {};
}

std::string map_sigmoid(Mapper& m) {
  m.fix_quantization(1.0f / 256, -128);
  m.give(0, unary(m, nook::Logistic::Attrs{}, m.in(0)));
  return {};
}

std::string map_tanh(Mapper& m) {
  m.fix_quantization(1.0f / 128, 0);
  m.give(0, unary(m, nook::Tanh::Attrs{}, m.in(0)));
  return {};
}

std::string map_clip(Mapper& m) {
  bool known = true;
  const double low = bound(m, 1, "min", -INFINITY, &known), high = bound(m, 2, "max", INFINITY, &known);
  if (known) {
    m.give(0, clamped(m, m.in(0), low, high));
    return {};
  }
  m.compute_in_float();
  Value y = m.in(0);
  if (m.given(1)) y = binary(m, nook::Maximum::Attrs{}, y, m.in(1));
  if (m.given(2)) y = binary(m, nook::Minimum::Attrs{}, y, m.in(2));
  m.give(0, y);
  return {};
}

std::string map_leaky_relu(Mapper& m) {
  nook::LeakyRelu::Attrs attrs;
  attrs.alpha = m.node().real("alpha", 0.01f);
  m.give(0, unary(m, attrs, m.in(0)));
  return {};
}

std::string map_elu(Mapper& m) {
  const double alpha = static_cast<double>(m.node().real("alpha", 1));
  if (alpha == 1) {
    m.give(0, unary(m, nook::Elu::Attrs{}, m.in(0)));
    return {};
  }
  m.compute_in_float();
  const Value x = m.in(0), above = unary(m, nook::Relu::Attrs{}, x);
  const Value below = binary(m, nook::Minimum::Attrs{}, unary(m, nook::Elu::Attrs{}, x), real_constant(0));
  m.give(0, added(m, above, multiplied(m, below, real_constant(alpha))));
  return {};
}

std::string map_celu(Mapper& m) {
  const double alpha = static_cast<double>(m.node().real("alpha", 1));
  if (alpha == 0) return "alpha: must not be 0";
  const Value x = m.in(0), above = unary(m, nook::Relu::Attrs{}, x);
  const Value less = binary(m, nook::Minimum::Attrs{}, x, real_constant(0));
  const Value grown = unary(m, nook::Elu::Attrs{}, multiplied(m, less, real_constant(1 / alpha)));
  m.give(0, added(m, above, multiplied(m, grown, real_constant(alpha))));
  return {};
}

std::string map_selu(Mapper& m) {
  const double alpha = static_cast<double>(m.node().real("alpha", 1.67326319217681884765625f));
  const double gamma = static_cast<double>(m.node().real("gamma", 1.05070102214813232421875f));
  const Value x = m.in(0), above = unary(m, nook::Relu::Attrs{}, x);
  const Value below = binary(m, nook::Minimum::Attrs{}, unary(m, nook::Elu::Attrs{}, x), real_constant(0));
  const Value both = added(m, above, multiplied(m, below, real_constant(alpha)));
  m.give(0, multiplied(m, both, real_constant(gamma)));
  return {};
}

std::string map_hard_sigmoid(Mapper& m) {
  const double alpha = static_cast<double>(m.node().real("alpha", 0.2f)),
               beta = static_cast<double>(m.node().real("beta", 0.5f));
  const Value scaled = multiplied(m, m.in(0), real_constant(alpha));
  m.give(0, clamped(m, added(m, scaled, real_constant(beta)), 0, 1));
  return {};
}

std::string map_swish(Mapper& m) {
  const Value x = m.in(0);
  const double alpha = static_cast<double>(m.node().real("alpha", 1));
  const Value scaled = alpha == 1 ? x : multiplied(m, x, real_constant(alpha));
  m.give(0, multiplied(m, x, unary(m, nook::Logistic::Attrs{}, scaled)));
  return {};
}

namespace {

// log(1 + exp(x)) = max(x, 0) + log(1 + exp(-|x|)): avoids overflow.
Value softplus(Mapper& m, const Value& x) {
  const Value falling = unary(m, nook::Neg::Attrs{}, unary(m, nook::Abs::Attrs{}, x));
  const Value grown = added(m, unary(m, nook::Exp::Attrs{}, falling), real_constant(1));
  const Value positive = unary(m, nook::Relu::Attrs{}, x), rest = unary(m, nook::Log::Attrs{}, grown);
  return added(m, positive, rest);
}

}  // namespace

std::string map_softplus(Mapper& m) {
  m.give(0, softplus(m, m.in(0)));
  return {};
}

std::string map_mish(Mapper& m) {
  const Value x = m.in(0);
  m.give(0, multiplied(m, x, unary(m, nook::Tanh::Attrs{}, softplus(m, x))));
  return {};
}

std::string map_softsign(Mapper& m) {
  const Value x = m.in(0);
  const Value below = added(m, unary(m, nook::Abs::Attrs{}, x), real_constant(1));
  m.give(0, binary(m, nook::Div::Attrs{}, x, below));
  return {};
}

std::string map_gelu(Mapper& m) {
  nook::Gelu::Attrs attrs;
  attrs.approximate = m.node().text("approximate", "none") == "tanh";
  m.give(0, unary(m, attrs, m.in(0)));
  return {};
}

// From gelu(w) = w * (1 + erf(w / sqrt(2))) / 2, with |x| bounded away from 0 to avoid dividing by 0; below
// 1e-6, erf(x) is treated as linear. Above 10, erf(x) is 1.
std::string map_erf(Mapper& m) {
  const Value x = m.in(0);
  const Value size = clamped(m, unary(m, nook::Abs::Attrs{}, x), 1e-6, 10);
  const Value w = multiplied(m, size, real_constant(std::sqrt(2.0)));
  const Value half = binary(m, nook::Div::Attrs{}, unary(m, nook::Gelu::Attrs{}, w), w);
  const Value one = multiplied(m, half, real_constant(2));
  const Value erf = binary(m, nook::Sub::Attrs{}, one, real_constant(1));
  m.give(0, multiplied(m, erf, unary(m, nook::Sign::Attrs{}, x)));
  return {};
}

std::string map_reciprocal(Mapper& m) {
  const Value x = m.in(0);
  m.give(0, binary(m, nook::Div::Attrs{}, real_constant(1), x));
  return {};
}

std::string map_identity(Mapper& m) {
  m.give(0, m.in(0));
  return {};
}

std::string map_dropout(Mapper& m) {
  if (m.wanted(1)) return "its mask is used, as in training";
  const ConstantPtr training = m.constant(2);
  if (m.given(2) && !(training && numbers_of(*training) == std::vector<double>{0}))
    return "it is for training";
  m.give(0, m.in(0));
  return {};
}

std::string map_cast(Mapper& m) {
  const int32_t number = static_cast<int32_t>(m.node().integer("to", 0));
  const nook::DType to = m.node().op == "CastLike" ? m.raw(1).type : type_of(number);
  if (to == nook::DType::kNone) return type_name(number) + " is not a type that nook supports";
  const Value x = m.floated(m.raw(0));
  if (to == x.type || (is_whole(to) && is_whole(x.type))) {
    Value same = x;
    same.type = to;
    m.give(0, same);
  } else if (to == kTruth) {
    m.give(
        0,
        binary(
            m, nook::NotEqual::Attrs{}, x,
            {TensorId::kNone, shared(make_constant(x.type, {}, std::vector<double>{0})), x.type, {}, {}, {}},
            kTruth));
  } else {
    m.give(0, converted(m, x, to));
  }
  return {};
}

namespace {

// Converts uint8 to real numbers. In memory it is int8, minus 128, except for inputs of the model.
Value real_bytes(Mapper& m, const Value& x) {
  const Quantization bytes{nook::DType::kS8, 1, -128};
  if (m.stored_type(x) == nook::DType::kS8)
    return added(m, unary(m, nook::Cast::Attrs{}, x, kReal), real_constant(128));
  if (m.quantization_of(x).type == nook::DType::kNone)
    if (const std::string why = m.declare(x, bytes); !why.empty()) m.refuse(why);
  Value y = m.requantized(x, bytes);
  y.type = kReal;
  return m.floated(y);
}

}  // namespace

Value converted(Mapper& m, const Value& x, nook::DType type) {
  if (x.type == type) return x;
  if (x.type == nook::DType::kU8 && !x.known()) return converted(m, real_bytes(m, x), type);
  if (!x.known()) return unary(m, nook::Cast::Attrs{}, x, type);
  Value y = x;
  y.type = type;
  std::vector<double> numbers = numbers_of(*x.constant);
  if (x.type == nook::DType::kU8 && x.constant->type == nook::DType::kS8)  // quantized: minus 128
    for (double& number : numbers) number += 128;
  y.constant = shared(make_constant(type, x.shape, numbers));
  return y;
}

}  // namespace nookc::onnx
