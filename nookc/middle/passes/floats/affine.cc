#include "nookc/middle/passes/floats/affine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nookc {
namespace {

// The numbers of a constant per channel of `x`; empty: they differ along another dimension.
std::vector<double> per_channel(const Tensor& constant, const Tensor& x) {
  const std::vector<float> numbers = floats_of(constant);
  if (numbers.empty() || x.shape.rank == 0 || constant.shape.rank > x.shape.rank) return {};
  const auto channels = static_cast<size_t>(x.shape.back(0));
  if (numbers.size() == 1) return std::vector<double>(channels, static_cast<double>(numbers[0]));
  if (numbers.size() != channels || constant.shape.back(0) != x.shape.back(0)) return {};
  return {numbers.begin(), numbers.end()};
}

std::optional<ChannelMap> with(nook::OpCode code, size_t at, ChannelMap affine,
                               const std::vector<double>& c) {
  for (size_t i = 0; i < c.size(); ++i) {
    double &m = affine.m[i], &a = affine.a[i];
    if (code == nook::OpCode::kMul) {
      m = c[i];
    } else if (code == nook::OpCode::kAdd) {
      a = c[i];
    } else if (code == nook::OpCode::kSub) {
      m = at == 0 ? -1 : 1, a = at == 0 ? c[i] : -c[i];
    } else if (code == nook::OpCode::kDiv && at == 1) {
      m = 1 / c[i];
    } else {
      return {};
    }
    if (m == 0) return {};
  }
  if (!all_finite(affine.m) || !all_finite(affine.a)) return {};
  return affine;
}

}  // namespace

std::vector<float> floats_of(const Tensor& tensor) {
  if (!tensor.constant() || tensor.type != nook::DType::kF32) return {};
  std::vector<float> numbers(static_cast<size_t>(tensor.shape.elements()));
  if (numbers.empty() || tensor.data->size() != numbers.size() * sizeof(float)) return {};
  std::memcpy(numbers.data(), tensor.data->data(), tensor.data->size());
  return numbers;
}

Tensor float_constant(const Tensor& like, const nook::Shape& shape, std::span<const double> numbers) {
  Tensor t;
  t.name = like.name + "/folded";
  t.type = nook::DType::kF32;
  t.shape = shape;
  auto bytes = std::make_shared<Bytes>(numbers.size() * sizeof(float));
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto number = static_cast<float>(numbers[i]);
    std::memcpy(bytes->data() + i * sizeof number, &number, sizeof number);
  }
  t.data = std::move(bytes);
  return t;
}

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(static_cast<float>(x)); });
}

bool ChannelMap::scales() const {
  return std::ranges::any_of(m, [](double by) { return by != 1; });
}
bool ChannelMap::shifts() const {
  return std::ranges::any_of(a, [](double plus) { return plus != 0; });
}

std::optional<ChannelMap> affine_of(const Graph& graph, const Node& node) {
  if (node.erased() || node.in.size() != 2 || node.out.size() != 1) return {};
  if (std::ranges::count(node.in, TensorId::kNone) > 0) return {};
  const Tensor& y = graph[node.out[0]];
  for (size_t at = 0; at < 2; ++at) {
    const TensorId x = node.in[1 - at];
    const Tensor& from = graph[x];
    if (!graph[node.in[at]].constant() || from.constant() || from.variable || y.variable) continue;
    if (from.type != nook::DType::kF32 || y.type != nook::DType::kF32 || from.shape != y.shape) continue;
    const std::vector<double> c = per_channel(graph[node.in[at]], from);
    if (c.empty()) return {};
    return with(op_code(node), at, {x, std::vector<double>(c.size(), 1), std::vector<double>(c.size(), 0)},
                c);
  }
  return {};
}

}  // namespace nookc
