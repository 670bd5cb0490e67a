#include <algorithm>
#include <array>
#include <cmath>

#include "nookc/core/dtype.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/import/import.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/graph.h"
#include "web/core/answers.h"
#include "web/core/values.h"

namespace nookc::web {
namespace {

constexpr size_t kBins = 24;
constexpr size_t kMostChannels = 2048;  // in the answer

struct Channel {
  double low = 0, high = 0, squares = 0;
  size_t count = 0;
  std::array<int64_t, kBins> bins{};
};

// The dimension whose entries have scales of their own, or would have them.
size_t channel_axis(const Tensor& tensor, bool depthwise) {
  if (tensor.shape.rank < 2) return 0;
  if (tensor.scales.size() > 1) return static_cast<size_t>(tensor.channel_axis);
  return depthwise ? static_cast<size_t>(tensor.shape.rank) - 1 : 0;
}

// The values of each channel in bins from `low` to `high`.
std::vector<Channel> channels_of(const std::vector<double>& values, const nook::Shape& shape, size_t axis,
                                 double low, double high) {
  const bool vector = shape.rank < 2;
  const size_t count = vector ? 1 : static_cast<size_t>(shape.dim[axis]);
  size_t stride = 1;
  for (size_t d = axis + 1; !vector && d < static_cast<size_t>(shape.rank); ++d)
    stride *= static_cast<size_t>(shape.dim[d]);
  std::vector<Channel> all(count);
  const double width = high > low ? (high - low) / static_cast<double>(kBins) : 1;
  for (size_t i = 0; i < values.size(); ++i) {
    Channel& channel = all[i / stride % count];
    const double value = values[i];
    channel.low = channel.count == 0 ? value : std::min(channel.low, value);
    channel.high = channel.count == 0 ? value : std::max(channel.high, value);
    channel.squares += value * value;
    ++channel.count;
    ++channel.bins[std::min(kBins - 1, static_cast<size_t>((value - low) / width))];
  }
  return all;
}

Json channel_json(const Channel& channel) {
  const double rms = std::sqrt(channel.squares / static_cast<double>(std::max<size_t>(1, channel.count)));
  return {{"min", channel.low}, {"max", channel.high}, {"rms", rms}, {"bins", channel.bins}};
}

Json constant_json(const Tensor& tensor, bool depthwise) {
  const std::vector<double> values = real_values(tensor, *tensor.data);
  const auto [low, high] = std::ranges::minmax_element(values);
  const size_t axis = channel_axis(tensor, depthwise);
  Json channels = Json::array();
  const std::vector<Channel> all = channels_of(values, tensor.shape, axis, *low, *high);
  for (size_t c = 0; c < std::min(all.size(), kMostChannels); ++c) channels.push_back(channel_json(all[c]));
  return {{"name", tensor.name},
          {"type", dtype_name(tensor.type)},
          {"shape", std::vector<int32_t>(tensor.shape.dim, tensor.shape.dim + tensor.shape.rank)},
          {"axis", axis},
          {"scales", tensor.scales.size()},
          {"min", *low},
          {"max", *high},
          {"channel_count", all.size()},
          {"channels", channels}};
}

// {name type shape, scale zero_point | scales} of tensors.
Json tensors_json(const Graph& graph, const std::vector<TensorId>& tensors) {
  Json all = Json::array();
  for (const TensorId id : tensors) {
    if (id == TensorId::kNone) continue;
    const Tensor& tensor = graph[id];
    all.push_back(tensor_json(tensor));
    if (tensor.scales.size() > 1) all.back()["scales"] = tensor.scales.size();
    if (tensor.scales.size() == 1)
      all.back()["scale"] = number_json(tensor.scales[0]), all.back()["zero_point"] = tensor.zero_point;
  }
  return all;
}

// Whether its elements are finite numbers, of which there is at least one.
bool shows_weights(const Tensor& tensor) {
  if (!tensor.constant() || tensor.shape.elements() == 0) return false;
  if (tensor.type != nook::DType::kF32 && !quantized(tensor)) return false;
  return std::ranges::all_of(real_values(tensor, *tensor.data), [](double x) { return std::isfinite(x); });
}

}  // namespace

Result<Answer> weights_answer(const ModelBytes& model, const AskedWeights& asked) {
  const Result<Graph> graph = import_sound(model.bytes, model.file);
  if (!graph) return graph.diag();
  for (const Node& node : graph->nodes) {
    if (node.erased() || node.source != asked.op) continue;
    const std::string kind = op_name(node);
    Json constants = Json::array();
    for (const TensorId id : node.in)
      if (id != TensorId::kNone && shows_weights((*graph)[id]))
        constants.push_back(constant_json((*graph)[id], kind == "DEPTHWISE_CONV_2D"));
    return Answer{{{"kind", kind},
                   {"attributes", attrs_text(node.attrs)},
                   {"inputs", tensors_json(*graph, node.in)},
                   {"outputs", tensors_json(*graph, node.out)},
                   {"constants", constants}},
                  {}};
  }
  return Diag{Exit::kUsage, "N2000", "operator", "there is no operator " + std::to_string(asked.op),
              "nook inspect lists the operators and their numbers"};
}

}  // namespace nookc::web
