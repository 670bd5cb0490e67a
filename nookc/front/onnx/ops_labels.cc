// LabelEncoder of the domain ai.onnx.ml: a number for each number.
#include <set>

#include "nook/ops/equal/equal_op.h"
#include "nook/ops/gather/gather_op.h"
#include "nook/ops/not_equal/not_equal_op.h"
#include "nookc/front/onnx/scores.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostKeys = 1 << 16, kMostPairs = 1 << 24;

// Keys or values of either type, and the default.
struct Numbers {
  bool whole = false;
  std::vector<double> reals;
  std::vector<int64_t> integers;
  size_t size() const { return whole ? integers.size() : reals.size(); }
};

// Reads NAME_int64s, NAME_floats or NAME_tensor. Returns the fault, or an empty text.
std::string read_numbers(const OnnxNode& node, const std::string& name, Numbers* to) {
  if (node.has(name + "_strings")) return name + "_strings: nook has no texts";
  const auto tensor = node.attributes.find(name + "_tensor");
  if (tensor != node.attributes.end()) {
    const ConstantPtr made = tensor->second.tensor;
    if (!made) return name + "_tensor: need numbers";
    to->whole = made->type != kReal;
    if (to->whole)
      to->integers = integers_of(*made);
    else
      to->reals = reals_of(node, name + "_tensor");
    return {};
  }
  to->whole = node.has(name + "_int64s");
  to->integers = node.integers(name + "_int64s"), to->reals = reals_of(node, name + "_floats");
  return to->size() > 0 ? std::string() : name + ": need numbers";
}

// The value of other numbers, first in `values`.
std::string read_default(const OnnxNode& node, Numbers* values) {
  const auto tensor = node.attributes.find("default_tensor");
  if (tensor != node.attributes.end()) {
    const ConstantPtr made = tensor->second.tensor;
    if (!made || made->size() != 1 || (made->type != kReal) != values->whole)
      return "default_tensor: need a number of the type of the values";
    if (values->whole)
      values->integers.insert(values->integers.begin(), integers_of(*made)[0]);
    else
      values->reals.insert(values->reals.begin(), reals_of(node, "default_tensor")[0]);
    return {};
  }
  values->integers.insert(values->integers.begin(), node.integer("default_int64", -1));
  values->reals.insert(values->reals.begin(), static_cast<double>(node.real("default_float", -0.0f)));
  return {};
}

// Whether each element of x [count][1] is each of the keys: 1 or 0.
Value equal_keys(Mapper& m, const Value& x, const Numbers& keys) {
  const Dims dims = {static_cast<int64_t>(keys.size())};
  const Value all = keys.whole ? known_value(kWhole, dims, make_constant(kWhole, dims, keys.integers))
                               : real_constant(dims, keys.reals);
  return converted(m, binary(m, nook::Equal::Attrs{}, x, all, kTruth), kReal);
}

// Leaves the first of equal keys only, and none that no operand is equal to.
void leave_first(Numbers* keys, Numbers* values) {
  Numbers left = {keys->whole, {}, {}}, kept = {values->whole, {}, {}};
  std::set<double> reals;
  std::set<int64_t> integers;
  bool nan = false;
  for (size_t i = 0; i < keys->size(); ++i) {
    bool fresh = false;
    if (keys->whole) {
      const int64_t key = keys->integers[i];
      fresh = key >= INT32_MIN && key <= INT32_MAX && integers.insert(key).second;
      if (fresh) left.integers.push_back(key);
    } else {
      const double key = keys->reals[i];
      fresh = std::isnan(key) ? !nan : reals.insert(static_cast<double>(static_cast<float>(key))).second;
      nan |= std::isnan(key);
      if (fresh) left.reals.push_back(key);
    }
    if (!fresh) continue;
    if (values->whole)
      kept.integers.push_back(values->integers[i]);
    else
      kept.reals.push_back(values->reals[i]);
  }
  *keys = left, *values = kept;
}

}  // namespace

std::string map_label_encoder(Mapper& m) {
  m.compute_in_float();
  const OnnxNode& node = m.node();
  if (node.has("classes_strings")) return "classes_strings: nook has no texts";
  Numbers keys, values;
  std::string why = read_numbers(node, "keys", &keys);
  if (why.empty()) why = read_numbers(node, "values", &values);
  if (why.empty() && keys.size() != values.size()) why = "keys, values: need as many of both";
  if (!why.empty()) return why;
  leave_first(&keys, &values);
  if (why = read_default(node, &values); !why.empty()) return why;
  const int64_t count = static_cast<int64_t>(keys.size());
  Value x = in_memory(m, m.in(0));
  if (x.type != kReal && x.type != nook::DType::kS32) x = converted(m, x, kWhole);
  const int64_t elements = elements_of(x.shape).value_or(0);
  if ((x.type == kReal) == keys.whole) return "keys: need the type of the operand";
  if (elements < 1 || count < 1 || count > kMostKeys || elements > kMostPairs / count)
    return "its keys: need 1 to " + std::to_string(kMostKeys) + ", times elements at most " +
           std::to_string(kMostPairs);
  for (const int64_t value : values.integers)
    if (values.whole && (value < INT32_MIN || value > INT32_MAX)) return "values: need numbers of 32 bits";
  std::vector<double> places, missing(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    places.push_back(static_cast<double>(i + 1));
    if (!keys.whole && std::isnan(keys.reals[static_cast<size_t>(i)])) missing[0] = places.back();
  }
  const Value column = m.reshaped(x, {elements, 1});
  Value at = product(m, equal_keys(m, column, keys), places, {});
  if (missing[0] > 0) {
    const Value nan = converted(m, binary(m, nook::NotEqual::Attrs{}, column, column, kTruth), kReal);
    at = added(m, at, multiplied(m, nan, real_constant(missing[0])));
  }
  const Value index = converted(m, m.reshaped(at, {elements}), kWhole);
  const Dims dims = {count + 1};
  const Value table = values.whole ? known_value(kWhole, dims, make_constant(kWhole, dims, values.integers))
                                   : real_constant(dims, values.reals);
  const TensorId y = m.fresh({elements}, table.type);
  m.emit(nook::Gather::Attrs{}, {m.plain(table), m.plain(index)}, {y});
  m.give(0, m.reshaped(m.value(y, {elements}, plain_order(1), table.type), x.shape));
  return {};
}

}  // namespace nookc::onnx
