#include "nookc/study/quantize/svdf.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "nook/ops/svdf/svdf_op.h"
#include "nookc/study/quantize/constants.h"

namespace nookc {
namespace {

using Svdf = SvdfOperands;

constexpr double kLargestTime = 512, kLargestState = 32768, kLargestSum = 2147483000;

}  // namespace

bool is_float_svdf(const Graph& graph, const Node& node) {
  if (node.erased() || op_code(node) != nook::OpCode::kSvdf || node.in.size() <= Svdf::kState) return false;
  const auto real = [&](size_t i, bool constant) {
    const TensorId t = node.in[i];
    return t != TensorId::kNone && graph[t].type == nook::DType::kF32 && graph[t].constant() == constant;
  };
  return real(Svdf::kX, false) && real(Svdf::kWeights, true) && real(Svdf::kTime, true) &&
         real(Svdf::kState, false) && (node.in[Svdf::kBias] == TensorId::kNone || real(Svdf::kBias, true));
}

float time_scale(const Graph& graph, const Node& node, float state_scale) {
  const std::vector<float> time = floats(graph[node.in[Svdf::kTime]]);
  const TensorId b = node.in[Svdf::kBias];
  const std::vector<float> bias = b == TensorId::kNone ? std::vector<float>() : floats(graph[b]);
  double scale = 0;
  for (const float w : time) scale = std::max(scale, std::abs(double{w}) / kLargestTime);
  // The values of one unit are adjacent.
  const auto units = static_cast<size_t>(graph[node.out[0]].shape.dim[1]), terms = time.size() / units;
  // Rounding may add a half to each term.
  const double room = std::max(kLargestSum - static_cast<double>(terms) * kLargestState / 2, kLargestSum / 2);
  for (size_t u = 0; u < units; ++u) {
    double most = bias.empty() ? 0 : std::abs(double{bias[u]}) / double{state_scale};
    for (size_t i = 0; i < terms; ++i) most += std::abs(double{time[u * terms + i]}) * kLargestState;
    scale = std::max(scale, most / room);
  }
  // Biases and time weights are effectively zeros.
  if (scale < double{FLT_MIN} || scale * double{state_scale} < double{FLT_MIN}) return 1.0f;
  return static_cast<float>(scale);
}

bool has_activation(const Graph& graph, const Node& node) {
  const nook::RangeF32 range =
      nook::activation_range_f32(Graph::attrs<nook::Svdf>(node)->fused_activation, FLT_MAX);
  const Tensor& y = graph[node.out[0]];
  const double scale = double{y.scales[0]}, half = scale / 2;
  return scale * (-128 - y.zero_point) >= double{range.min} - half &&
         scale * (127 - y.zero_point) <= double{range.max} + half;
}

}  // namespace nookc
