#include "nookc/front/onnx/fold.h"

#include <algorithm>
#include <cmath>

#include "nookc/front/onnx/old_forms.h"
#include "nookc/front/onnx/sound_constants.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kMostElements = 1 << 22;  // limit for one result

// The node being folded: access to its operands, and functions that create a result.
struct Folding {
  const OnnxNode& node;
  int64_t opset;
  const Lookup& lookup;
  int64_t* budget;

  const Constant* in(size_t i) const {
    const Value* const value = node.input(i).empty() ? nullptr : lookup(node.input(i));
    return value && value->known() && value->constant->scales.empty() ? value->constant.get() : nullptr;
  }
  bool given(size_t i) const { return !node.input(i).empty(); }
  std::vector<int64_t> integers(size_t i, const char* attribute) const {
    return in(i) ? integers_of(*in(i)) : node.integers(attribute);
  }
  // Whether a result of that shape fits the budget.
  bool room(const Dims& dims) const {
    const auto elements = elements_of(dims);
    if (!elements || *elements > *budget || *elements > kMostElements) return false;
    *budget -= *elements;
    return true;
  }
};

int64_t dim_or_one(const Dims& dims, size_t rank, size_t i) {
  const size_t missing = rank - dims.size();
  return i < missing ? 1 : dims[i - missing];
}

// The broadcast shape of two operands; false: they are incompatible.
bool broadcast(const Dims& a, const Dims& b, Dims* to) {
  const size_t rank = std::max(a.size(), b.size());
  to->clear();
  for (size_t i = 0; i < rank; ++i) {
    const int64_t x = dim_or_one(a, rank, i), y = dim_or_one(b, rank, i);
    if (x != y && x != 1 && y != 1) return false;
    to->push_back(x == 1 ? y : x);
  }
  return true;
}

// For each element of a result of shape `to`, the index of the operand's element.
std::vector<size_t> places(const Dims& operand, const Dims& to) {
  const size_t rank = to.size(), count = static_cast<size_t>(*elements_of(to));
  std::vector<size_t> step(rank, 0), all(count);
  size_t size = 1;
  for (size_t i = rank; i-- > 0;) {
    const size_t dim = static_cast<size_t>(dim_or_one(operand, rank, i));
    step[i] = dim == 1 ? 0 : size;
    size *= dim;
  }
  for (size_t k = 0; k < count; ++k) {
    size_t left = k;
    for (size_t i = rank; i-- > 0;) {
      all[k] += left % static_cast<size_t>(to[i]) * step[i];
      left /= static_cast<size_t>(to[i]);
    }
  }
  return all;
}

bool is_real(nook::DType type) { return type == nook::DType::kF32; }

using Binary = double (*)(double, double);

double divided(double a, double b) { return a / b; }
double divided_down_to_zero(double a, double b) { return b == 0 ? 0 : std::trunc(a / b); }
double modulo(double a, double b) { return b == 0 ? 0 : a - b * std::floor(a / b); }

Binary binary_of(const std::string& op, bool real) {
  if (op == "Add") return [](double a, double b) { return a + b; };
  if (op == "Sub") return [](double a, double b) { return a - b; };
  if (op == "Mul") return [](double a, double b) { return a * b; };
  if (op == "Div") return real ? divided : divided_down_to_zero;
  if (op == "Mod") return modulo;
  if (op == "Pow") return [](double a, double b) { return std::pow(a, b); };
  if (op == "Min") return [](double a, double b) { return std::min(a, b); };
  if (op == "Max") return [](double a, double b) { return std::max(a, b); };
  if (op == "Equal") return [](double a, double b) { return a == b ? 1.0 : 0.0; };
  if (op == "Less") return [](double a, double b) { return a < b ? 1.0 : 0.0; };
  if (op == "Greater") return [](double a, double b) { return a > b ? 1.0 : 0.0; };
  if (op == "GreaterOrEqual") return [](double a, double b) { return a >= b ? 1.0 : 0.0; };
  if (op == "LessOrEqual") return [](double a, double b) { return a <= b ? 1.0 : 0.0; };
  if (op == "And") return [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; };
  if (op == "Or") return [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; };
  return nullptr;
}

bool gives_truth(const std::string& op) {
  return op == "Equal" || op == "Less" || op == "Greater" || op == "GreaterOrEqual" || op == "LessOrEqual" ||
         op == "And" || op == "Or" || op == "Not";
}

using Unary = double (*)(double);

Unary unary_of(const std::string& op) {
  if (op == "Neg") return [](double a) { return -a; };
  if (op == "Abs") return [](double a) { return std::fabs(a); };
  if (op == "Floor") return [](double a) { return std::floor(a); };
  if (op == "Ceil") return [](double a) { return std::ceil(a); };
  if (op == "Round") return [](double a) { return std::nearbyint(a); };
  if (op == "Sqrt") return [](double a) { return std::sqrt(a); };
  if (op == "Exp") return [](double a) { return std::exp(a); };
  if (op == "Log") return [](double a) { return std::log(a); };
  if (op == "Not") return [](double a) { return a == 0 ? 1.0 : 0.0; };
  return nullptr;
}

ConstantPtr fold_unary(const Folding& w) {
  const Constant* const a = w.in(0);
  if (!a || !w.room(a->dims)) return nullptr;
  std::vector<double> x = numbers_of(*a);
  for (double& number : x) number = unary_of(w.node.op)(number);
  return shared(make_constant(a->type, a->dims, x));
}

ConstantPtr fold_binary(const Folding& w) {
  const Constant *const a = w.in(0), *const b = w.in(1);
  if (!a || !b || w.node.in.size() != 2) return nullptr;
  Dims to, dims = b->dims;
  if (!aligned_shape(w.node, w.opset, a->dims, &dims).empty() || !broadcast(a->dims, dims, &to) ||
      !w.room(to))
    return nullptr;
  const std::vector<double> x = numbers_of(*a), y = numbers_of(*b);
  const std::vector<size_t> of_a = places(a->dims, to), of_b = places(dims, to);
  std::vector<double> z(of_a.size());
  const Binary f = binary_of(w.node.op, is_real(a->type));
  for (size_t i = 0; i < z.size(); ++i) z[i] = f(x[of_a[i]], y[of_b[i]]);
  return shared(make_constant(gives_truth(w.node.op) ? nook::DType::kBool : a->type, to, z));
}

ConstantPtr fold_where(const Folding& w) {
  const Constant *const c = w.in(0), *const a = w.in(1), *const b = w.in(2);
  Dims values, to;
  if (!c || !a || !b || !broadcast(a->dims, b->dims, &values) || !broadcast(values, c->dims, &to) ||
      !w.room(to))
    return nullptr;
  const std::vector<double> x = numbers_of(*a), y = numbers_of(*b), truth = numbers_of(*c);
  const std::vector<size_t> of_a = places(a->dims, to), of_b = places(b->dims, to),
                            of_c = places(c->dims, to);
  std::vector<double> z(of_a.size());
  for (size_t i = 0; i < z.size(); ++i) z[i] = truth[of_c[i]] != 0 ? x[of_a[i]] : y[of_b[i]];
  return shared(make_constant(a->type, to, z));
}

ConstantPtr fold_expand(const Folding& w) {
  const Constant *const a = w.in(0), *const shape = w.in(1);
  Dims to;
  if (!a || !shape || !broadcast(a->dims, integers_of(*shape), &to) || !w.room(to)) return nullptr;
  const std::vector<double> x = numbers_of(*a);
  std::vector<double> z;
  for (const size_t i : places(a->dims, to)) z.push_back(x[i]);
  return shared(make_constant(a->type, to, z));
}

ConstantPtr fold_constant(const Folding& w) {
  const auto& attributes = w.node.attributes;
  const auto has = [&](const char* name) { return attributes.count(name) > 0; };
  if (has("value")) return attributes.at("value").tensor;
  if (has("value_float"))
    return shared(
        make_constant(nook::DType::kF32, {}, std::vector<double>{attributes.at("value_float").real}));
  if (has("value_int"))
    return shared(
        make_constant(nook::DType::kS64, {}, std::vector<int64_t>{attributes.at("value_int").integer}));
  if (has("value_ints")) {
    const std::vector<int64_t>& all = attributes.at("value_ints").integers;
    return shared(make_constant(nook::DType::kS64, {static_cast<int64_t>(all.size())}, all));
  }
  if (!has("value_floats")) return nullptr;
  const std::vector<float>& all = attributes.at("value_floats").reals;
  return shared(make_constant(nook::DType::kF32, {static_cast<int64_t>(all.size())},
                              std::vector<double>(all.begin(), all.end())));
}

ConstantPtr fold_constant_of_shape(const Folding& w) {
  if (!w.in(0)) return nullptr;
  const Dims dims = integers_of(*w.in(0));
  const auto found = w.node.attributes.find("value");
  const ConstantPtr value = found == w.node.attributes.end() ? nullptr : found->second.tensor;
  if (!w.room(dims)) return nullptr;
  const double number = value && value->size() == 1 ? numbers_of(*value)[0] : 0;
  return shared(make_constant(value ? value->type : nook::DType::kF32, dims,
                              std::vector<double>(static_cast<size_t>(*elements_of(dims)), number)));
}

ConstantPtr fold_shape(const Folding& w) {
  const Value* const x = w.given(0) ? w.lookup(w.node.input(0)) : nullptr;
  if (!x) return nullptr;
  const int64_t rank = static_cast<int64_t>(x->shape.size());
  if (w.node.op == "Size")
    return shared(
        make_constant(nook::DType::kS64, {}, std::vector<int64_t>{elements_of(x->shape).value_or(0)}));
  int64_t start = w.node.integer("start", 0), end = w.node.integer("end", rank);
  start = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
  end = std::clamp<int64_t>(end < 0 ? end + rank : end, start, rank);
  const std::vector<int64_t> dims(x->shape.begin() + start, x->shape.begin() + end);
  return shared(make_constant(nook::DType::kS64, {end - start}, dims));
}

ConstantPtr fold_cast(const Folding& w) {
  const Constant* const a = w.in(0);
  const nook::DType to = type_of(static_cast<int32_t>(w.node.integer("to", 0)));
  if (!a || to == nook::DType::kNone || !w.room(a->dims)) return nullptr;
  return shared(make_constant(to, a->dims, numbers_of(*a)));
}

ConstantPtr fold_gather(const Folding& w) {
  const Constant *const a = w.in(0), *const at = w.in(1);
  if (!a || !at || a->dims.empty()) return nullptr;
  const int64_t rank = static_cast<int64_t>(a->dims.size()), said = w.node.integer("axis", 0);
  const int64_t axis = said < 0 ? said + rank : said;
  if (axis < 0 || axis >= rank) return nullptr;
  Dims to(a->dims.begin(), a->dims.begin() + axis);
  to.insert(to.end(), at->dims.begin(), at->dims.end());
  to.insert(to.end(), a->dims.begin() + axis + 1, a->dims.end());
  if (!w.room(to)) return nullptr;
  size_t inner = 1, outer = 1;
  for (int64_t i = 0; i < rank; ++i) {
    if (i < axis) outer *= static_cast<size_t>(a->dims[static_cast<size_t>(i)]);
    if (i > axis) inner *= static_cast<size_t>(a->dims[static_cast<size_t>(i)]);
  }
  const int64_t size = a->dims[static_cast<size_t>(axis)];
  const std::vector<double> x = numbers_of(*a);
  std::vector<double> z;
  for (size_t o = 0; o < outer; ++o)
    for (int64_t i : integers_of(*at)) {
      i = i < 0 ? i + size : i;
      if (i < 0 || i >= size) return nullptr;
      const size_t from = (o * static_cast<size_t>(size) + static_cast<size_t>(i)) * inner;
      z.insert(z.end(), x.begin() + static_cast<int64_t>(from),
               x.begin() + static_cast<int64_t>(from + inner));
    }
  return shared(make_constant(a->type, to, z));
}

// Vectors, as in shape arithmetic, and weights that an exporter concatenates.
ConstantPtr fold_concat(const Folding& w) {
  if (w.node.in.empty() || !w.in(0)) return nullptr;
  const Dims first = w.in(0)->dims;
  const int64_t rank = static_cast<int64_t>(first.size()), said = w.node.integer("axis", 0);
  const int64_t axis = said < 0 ? said + rank : said;
  if (axis < 0 || axis >= rank) return nullptr;
  const size_t at = static_cast<size_t>(axis);
  Dims to = first;
  to[at] = 0;
  std::vector<std::vector<double>> parts;
  for (size_t i = 0; i < w.node.in.size(); ++i) {
    if (!w.in(i) || w.in(i)->dims.size() != first.size() || w.in(i)->type != w.in(0)->type) return nullptr;
    Dims dims = w.in(i)->dims;
    to[at] += dims[at];
    dims[at] = first[at];
    if (dims != first) return nullptr;
    parts.push_back(numbers_of(*w.in(i)));
  }
  if (!w.room(to)) return nullptr;
  size_t outer = 1;
  for (size_t i = 0; i < at; ++i) outer *= static_cast<size_t>(first[i]);
  std::vector<double> z;
  for (size_t o = 0; o < outer; ++o)
    for (const std::vector<double>& part : parts) {
      const int64_t each = static_cast<int64_t>(part.size() / outer), from = static_cast<int64_t>(o) * each;
      z.insert(z.end(), part.begin() + from, part.begin() + from + each);
    }
  return shared(make_constant(w.in(0)->type, to, z));
}

// A slice along one axis: start, step and count.
struct Cut {
  int64_t from, step, count;
};

Cut cut_of(int64_t size, int64_t start, int64_t end, int64_t step) {
  const auto within = [&](int64_t i, int64_t low, int64_t high) {
    return std::clamp<int64_t>(i < 0 ? std::max<int64_t>(i, -size - 1) + size : i, low, high);
  };
  const int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  const int64_t from = within(start, low, high), to = within(end, low, high);
  step = std::clamp<int64_t>(step, -size - 1, size + 1);
  const int64_t way = step > 0 ? to - from : from - to;
  return {from, step, way > 0 ? (way + std::abs(step) - 1) / std::abs(step) : 0};
}

ConstantPtr fold_slice(const Folding& w) {
  const Constant* const a = w.in(0);
  for (size_t i = 1; i < 5; ++i)
    if (w.given(i) && !w.in(i)) return nullptr;
  if (!a || a->dims.empty()) return nullptr;
  const std::vector<int64_t> starts = w.integers(1, "starts"), ends = w.integers(2, "ends"),
                             axes = w.integers(3, "axes"), steps = w.integers(4, "steps");
  const int64_t rank = static_cast<int64_t>(a->dims.size());
  if (ends.size() != starts.size() || (!axes.empty() && axes.size() != starts.size()) ||
      (!steps.empty() && steps.size() != starts.size()))
    return nullptr;
  std::vector<Cut> cuts;
  for (const int64_t dim : a->dims) cuts.push_back({0, 1, dim});
  for (size_t i = 0; i < starts.size(); ++i) {
    const int64_t said = axes.empty() ? static_cast<int64_t>(i) : axes[i],
                  axis = said < 0 ? said + rank : said;
    if (axis < 0 || axis >= rank || (!steps.empty() && steps[i] == 0)) return nullptr;
    const size_t d = static_cast<size_t>(axis);
    cuts[d] = cut_of(a->dims[d], starts[i], ends[i], steps.empty() ? 1 : steps[i]);
  }
  Dims to;
  for (const Cut& cut : cuts) to.push_back(cut.count);
  if (!w.room(to)) return nullptr;
  const std::vector<double> x = numbers_of(*a);
  std::vector<double> z;
  for (int64_t i = 0; i < elements_of(to).value_or(0); ++i) {
    int64_t place = 0, stride = 1, rest = i;
    for (size_t d = cuts.size(); d-- > 0;) {
      place += (cuts[d].from + rest % to[d] * cuts[d].step) * stride;
      rest /= to[d], stride *= a->dims[d];
    }
    z.push_back(x[static_cast<size_t>(place)]);
  }
  return shared(make_constant(a->type, to, z));
}

ConstantPtr fold_transpose(const Folding& w) {
  const Constant* const a = w.in(0);
  if (!a || !w.room(a->dims)) return nullptr;
  std::vector<int> perm;
  for (const int64_t axis : w.node.integers("perm")) perm.push_back(static_cast<int>(axis));
  if (perm.empty())
    for (size_t i = a->dims.size(); i-- > 0;) perm.push_back(static_cast<int>(i));
  std::vector<int> sorted = perm;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); ++i)
    if (sorted.size() != a->dims.size() || sorted[i] != static_cast<int>(i)) return nullptr;
  return shared(transposed(*a, perm));
}

ConstantPtr fold_range(const Folding& w) {
  if (!w.in(0) || !w.in(1) || !w.in(2)) return nullptr;
  const double from = single(*w.in(0), NAN), to = single(*w.in(1), NAN), step = single(*w.in(2), NAN);
  const double count = std::max(0.0, std::ceil((to - from) / step));
  if (!(count <= 1 << 20) || !w.room({static_cast<int64_t>(count)})) return nullptr;
  std::vector<double> z;
  for (int64_t i = 0; i < static_cast<int64_t>(count); ++i) z.push_back(from + static_cast<double>(i) * step);
  return shared(make_constant(w.in(0)->type, {static_cast<int64_t>(count)}, z));
}

ConstantPtr fold_product(const Folding& w) {
  const Constant* const a = w.in(0);
  if (!a || a->dims.size() > 1 || !w.room({})) return nullptr;
  double product = 1;
  for (const double x : numbers_of(*a)) product *= x;
  const Dims to = w.node.integer("keepdims", 1) && a->dims.size() == 1 ? Dims{1} : Dims{};
  return shared(make_constant(a->type, to, std::vector<double>{product}));
}

ConstantPtr fold_nonzero(const Folding& w) {
  const Constant* const a = w.in(0);
  if (!a || a->dims.empty() || !w.room(a->dims)) return nullptr;
  const std::vector<double> x = numbers_of(*a);
  std::vector<int64_t> at;
  for (size_t i = 0; i < x.size(); ++i)
    if (x[i] != 0) at.push_back(static_cast<int64_t>(i));
  std::vector<int64_t> places;  // one row per dimension
  int64_t inner = static_cast<int64_t>(x.size());
  for (const int64_t dim : a->dims) {
    inner /= std::max<int64_t>(dim, 1);
    for (const int64_t i : at) places.push_back(i / std::max<int64_t>(inner, 1) % dim);
  }
  const Dims to = {static_cast<int64_t>(a->dims.size()), static_cast<int64_t>(at.size())};
  return w.room(to) ? shared(make_constant(nook::DType::kS64, to, places)) : nullptr;
}

// Attention masks.
ConstantPtr fold_trilu(const Folding& w) {
  const Constant* const a = w.in(0);
  if (!a || a->dims.size() < 2 || (w.given(1) && (!w.in(1) || w.in(1)->size() != 1)) || !w.room(a->dims))
    return nullptr;
  const int64_t diagonal = w.given(1) ? integers_of(*w.in(1))[0] : 0, columns = a->dims.back(),
                rows = a->dims[a->dims.size() - 2];
  const bool upper = w.node.integer("upper", 1) != 0;
  std::vector<double> x = numbers_of(*a);
  for (size_t i = 0; i < x.size(); ++i) {
    const int64_t at = static_cast<int64_t>(i), column = at % columns, row = at / columns % rows;
    if (upper ? column - row < diagonal : column - row > diagonal) x[i] = 0;
  }
  return shared(make_constant(a->type, a->dims, x));
}

// Only the shape of its operand matters.
ConstantPtr fold_eye_like(const Folding& w) {
  const Value* const x = w.given(0) ? w.lookup(w.node.input(0)) : nullptr;
  const nook::DType to = x ? type_of(static_cast<int32_t>(w.node.integer("dtype", 0))) : nook::DType::kNone;
  if (!x || x->shape.size() != 2 || !w.room(x->shape)) return nullptr;
  std::vector<double> eye(static_cast<size_t>(*elements_of(x->shape)));
  const int64_t rows = x->shape[0], columns = x->shape[1];
  const int64_t k = std::clamp(w.node.integer("k", 0), -rows, columns);
  for (int64_t row = std::max<int64_t>(0, -k); row < rows && row + k < columns; ++row)
    eye[static_cast<size_t>(row * columns + row + k)] = 1;
  return shared(make_constant(to == nook::DType::kNone ? x->type : to, x->shape, eye));
}

ConstantPtr fold_window(const Folding& w) {
  const Constant* const of = w.in(0);
  const nook::DType type = type_of(static_cast<int32_t>(w.node.integer("output_datatype", 1)));
  if (!of || of->size() != 1 || type == nook::DType::kNone) return nullptr;
  const int64_t size = integers_of(*of)[0];
  if (size < 0 || !w.room({size})) return nullptr;
  return shared(make_constant(type, {size}, window_of(w.node.op, size, w.node.integer("periodic", 1) != 0)));
}

ConstantPtr fold_mel_weights(const Folding& w) {
  std::vector<double> given;
  for (size_t i = 0; i < 5; ++i) {
    if (!w.in(i) || w.in(i)->size() != 1) return nullptr;
    given.push_back(numbers_of(*w.in(i))[0]);
    if (!(std::abs(given[i]) < 1e9)) return nullptr;  // a NaN, too
  }
  const nook::DType type = type_of(static_cast<int32_t>(w.node.integer("output_datatype", 1)));
  const MelBands bands = {static_cast<int64_t>(given[0]), static_cast<int64_t>(given[1]), given[2], given[3],
                          given[4]};
  if (type == nook::DType::kNone || !bands.valid() || !w.room({bands.bins(), bands.count})) return nullptr;
  return shared(make_constant(type, {bands.bins(), bands.count}, bands.weights()));
}

ConstantPtr fold_identity(const Folding& w) {
  const Value* const x = w.given(0) ? w.lookup(w.node.input(0)) : nullptr;
  return x ? x->constant : nullptr;
}

using Rule = ConstantPtr (*)(const Folding&);

Rule rule_of(const std::string& op) {
  static const std::map<std::string, Rule> rules = {{"Constant", fold_constant},
                                                    {"ConstantOfShape", fold_constant_of_shape},
                                                    {"Shape", fold_shape},
                                                    {"Size", fold_shape},
                                                    {"Cast", fold_cast},
                                                    {"Gather", fold_gather},
                                                    {"Concat", fold_concat},
                                                    {"Slice", fold_slice},
                                                    {"Range", fold_range},
                                                    {"Identity", fold_identity},
                                                    {"Where", fold_where},
                                                    {"Expand", fold_expand},
                                                    {"ReduceProd", fold_product},
                                                    {"NonZero", fold_nonzero},
                                                    {"Transpose", fold_transpose},
                                                    {"Trilu", fold_trilu},
                                                    {"EyeLike", fold_eye_like},
                                                    {"HannWindow", fold_window},
                                                    {"HammingWindow", fold_window},
                                                    {"BlackmanWindow", fold_window},
                                                    {"MelWeightMatrix", fold_mel_weights}};
  if (unary_of(op)) return fold_unary;
  if (binary_of(op, true)) return fold_binary;
  const auto found = rules.find(op);
  return found == rules.end() ? nullptr : found->second;
}

}  // namespace

bool can_fold(const OnnxNode& node) { return node.domain.empty() && rule_of(node.op); }

ConstantPtr fold(const OnnxNode& node, int64_t opset, const Lookup& lookup, int64_t* budget) {
  return can_fold(node) ? rule_of(node.op)({node, opset, lookup, budget}) : nullptr;
}

}  // namespace nookc::onnx
