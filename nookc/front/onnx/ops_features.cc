// Operators of the domain ai.onnx.ml that prepare features, or name the results.
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/div/div_op.h"
#include "nook/ops/equal/equal_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/greater/greater_op.h"
#include "nook/ops/not_equal/not_equal_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nook/ops/select_v2/select_v2_op.h"
#include "nook/ops/sqrt/sqrt_op.h"
#include "nook/ops/square/square_op.h"
#include "nook/ops/sum/sum_op.h"
#include "nookc/front/onnx/scores.h"

namespace nookc::onnx {
namespace {

// Numbers for each feature, or one for all.
bool fits(const std::vector<double>& numbers, int64_t features) {
  return numbers.size() == 1 || numbers.size() == static_cast<size_t>(features);
}

Value of_features(const std::vector<double>& numbers) {
  return numbers.size() == 1 ? real_constant(numbers[0])
                             : real_constant({static_cast<int64_t>(numbers.size())}, numbers);
}

}  // namespace

std::string map_scaler(Mapper& m) {
  Value x;
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  std::vector<double> offset = reals_of(m.node(), "offset"), scale = reals_of(m.node(), "scale");
  if (offset.empty()) offset = {0};
  if (scale.empty()) scale = {1};
  if (!fits(offset, x.shape[1]) || !fits(scale, x.shape[1]))
    return "offset, scale: need one for each feature";
  for (double& number : offset) number = -number;
  m.give(0, multiplied(m, added(m, x, of_features(offset)), of_features(scale)));
  return {};
}

std::string map_normalizer(Mapper& m) {
  Value x;
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::string norm = m.node().text("norm", "MAX");
  if (norm != "L1" && norm != "L2" && norm != "MAX") return "norm: there is no " + norm;
  const Value square = norm == "L2" ? unary(m, nook::Square::Attrs{}, x) : unary(m, nook::Abs::Attrs{}, x);
  const Value raw = norm == "MAX" ? reduce(m, nook::ReduceMax::Attrs{true}, x, {1}, true)
                                  : reduce(m, nook::Sum::Attrs{true}, square, {1}, true);
  const Value length = norm == "L2" ? unary(m, nook::Sqrt::Attrs{}, raw) : raw;
  // A sample of zeros stays as it is.
  const Value zero = converted(m, binary(m, nook::Equal::Attrs{}, length, real_constant(0), kTruth), kReal);
  m.give(0, binary(m, nook::Div::Attrs{}, x, added(m, length, zero)));
  return {};
}

std::string map_binarizer(Mapper& m) {
  m.compute_in_float();
  const double threshold = static_cast<double>(m.node().real("threshold", 0));
  const Value x = converted(m, m.in(0), kReal);
  m.give(0, converted(m, binary(m, nook::Greater::Attrs{}, x, real_constant(threshold), kTruth), kReal));
  return {};
}

std::string map_imputer(Mapper& m) {
  Value x;
  if (m.node().has("imputed_value_int64s")) return "imputed_value_int64s: need numbers of float32";
  if (std::string why = samples_of(m, &x); !why.empty()) return why;
  const std::vector<double> put = reals_of(m.node(), "imputed_value_floats");
  const double replaced = static_cast<double>(m.node().real("replaced_value_float", 0));
  if (!fits(put, x.shape[1])) return "imputed_value_floats: need one for each feature";
  const Value there = std::isnan(replaced)
                          ? binary(m, nook::NotEqual::Attrs{}, x, x, kTruth)
                          : binary(m, nook::Equal::Attrs{}, x, real_constant(replaced), kTruth);
  Aligned all;
  if (!align(m, {there, m.reshaped(of_features(put), {1, static_cast<int64_t>(put.size())}), x}, &all))
    return {};
  const TensorId y = m.fresh(dims_in(all.shape, all.order), kReal);
  m.emit(nook::SelectV2::Attrs{}, all.in, {y});
  m.give(0, m.value(y, all.shape, all.order));
  return {};
}

std::string map_feature_vectorizer(Mapper& m) {
  m.compute_in_float();
  std::vector<Value> parts;
  for (size_t i = 0; i < m.node().in.size(); ++i) {
    const Value x = converted(m, m.in(i), kReal);
    const int64_t samples = x.shape.size() < 2 ? 1 : x.shape[0];
    if (samples < 1) return "its operand: need [samples][features]";
    parts.push_back(m.reshaped(x, {samples, elements_of(x.shape).value_or(0) / samples}));
    if (samples != parts[0].shape[0]) return "its operands have different numbers of samples";
  }
  m.give(0, parts.size() == 1 ? parts[0] : concat(m, parts, 1));
  return {};
}

std::string map_array_feature_extractor(Mapper& m) {
  Value x = in_memory(m, m.in(0));
  const Value at = m.in(1);
  const int64_t count = elements_of(at.shape).value_or(0);
  if (x.shape.empty()) return "its operand: need a dimension";
  if (x.shape.size() == 1) x = m.reshaped(x, {1, x.shape[0]});
  Dims shape = x.shape;
  shape.back() = count;
  const int64_t axis = static_cast<int64_t>(x.shape.size()) - 1;
  if (at.known()) {
    const std::vector<int64_t> indices = integers_of(*at.constant);
    for (const int64_t i : indices)
      if (i < 0 || i >= x.shape.back()) return "an index is out of range";
    m.give(0, gather(m, x, axis, indices));
    return {};
  }
  const TensorId from = m.plain(x), y = m.like(from, shape);
  nook::Gather::Attrs attrs;
  attrs.axis = static_cast<int32_t>(axis);
  m.emit(attrs, {from, m.plain(m.reshaped(at, {count}))}, {y});
  m.give(0, m.value(y, shape, plain_order(shape.size()), x.type));
  return {};
}

// The probabilities themselves, without the names of the classes.
std::string map_zip_map(Mapper& m) {
  m.note("output '" + m.node().out[0] + "' has the probabilities in the order of the classes, without a map");
  m.give(0, m.in(0));
  return {};
}

}  // namespace nookc::onnx
