// Rounding the weights of layers together, whatever their filters.
#include "nookc/study/quantize/round_layers.h"

#include <cmath>
#include <cstring>

#include "nook/ops/transpose_conv/transpose_conv_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/patches.h"
#include "tests/quantize/files.h"
#include "tests/quantize/first_output.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::first_output, test::Floats;

enum Kind { kDense, kConv, kGrouped, kDepthwise, kTransposed, kKinds };

// Numbers for a tensor of this shape.
std::vector<float> drawn(test::Rng& rng, const std::vector<int32_t>& shape) {
  size_t count = 1;
  for (int32_t d : shape) count *= static_cast<size_t>(d);
  std::vector<float> all(count);
  for (float& v : all) v = rng.real(-1, 1);
  return all;
}

// A network of one layer with random dimensions.
struct OneLayer {
  Floats f;
  Kind kind;
  TensorId x;

  OneLayer(test::Rng& rng, Kind of, bool has_bias) : kind(of) {
    const int32_t batch = rng.in(1, 2), groups = kind == kGrouped ? rng.in(2, 3) : 1;
    const int32_t in = groups * rng.in(1, 4), out = groups * rng.in(1, 3);
    if (kind == kDense) {
      const int32_t rows = rng.in(3, 7);
      x = f.input("x", {batch, rows, in});
      finish(fully_connected(), {x, weights(rng, {out, in})}, has_bias, {batch * rows, out}, rng);
    } else if (kind == kTransposed) {
      transposed(rng, batch, in, out, has_bias);
    } else {
      sliding(rng, batch, in, out, groups, has_bias);
    }
  }

  TensorId weights(test::Rng& rng, const std::vector<int32_t>& shape) {
    return f.constant("w", shape, drawn(rng, shape));
  }

  void transposed(test::Rng& rng, int32_t batch, int32_t in, int32_t out, bool has_bias) {
    const int32_t size[] = {rng.in(3, 7), rng.in(3, 7)}, taps[] = {rng.in(1, 3), rng.in(1, 3)};
    nook::TransposeConv::Attrs attrs;
    attrs.stride_h = rng.in(1, 2), attrs.stride_w = rng.in(1, 2);
    const int32_t strides[] = {attrs.stride_h, attrs.stride_w};
    const bool same = rng.in(0, 1) == 1;
    attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
    std::vector<int32_t> shape = {batch};
    for (int a = 0; a < 2; ++a)
      shape.push_back(same ? size[a] * strides[a] : (size[a] - 1) * strides[a] + taps[a]);
    shape.push_back(out);
    x = f.input("x", {batch, size[0], size[1], in});
    const TensorId sizes = f.tensor("sizes", {4});
    auto bytes = std::make_shared<Bytes>(16);
    std::memcpy(bytes->data(), shape.data(), 16);
    f.graph[sizes].type = nook::DType::kS32, f.graph[sizes].data = bytes;
    finish(attrs, {sizes, weights(rng, {out, taps[0], taps[1], in}), x}, has_bias, shape, rng);
  }

  void sliding(test::Rng& rng, int32_t batch, int32_t in, int32_t out, int32_t groups, bool has_bias) {
    const int32_t taps[] = {rng.in(1, 3), rng.in(1, 3)}, stride[] = {rng.in(1, 2), rng.in(1, 2)},
                  dilation[] = {rng.in(1, 2), rng.in(1, 2)};
    const bool same = rng.in(0, 1) == 1;
    std::vector<int32_t> shape = {batch}, image = {batch};
    for (int a = 0; a < 2; ++a) {
      const int32_t reach = (taps[a] - 1) * dilation[a] + 1, size = rng.in(reach, 8);
      image.push_back(size);
      shape.push_back(same ? (size + stride[a] - 1) / stride[a] : (size - reach) / stride[a] + 1);
    }
    image.push_back(in);
    x = f.input("x", image);
    nook::ConvolutionAttrs attrs;
    attrs.padding.mode = same ? nook::PadMode::kSame : nook::PadMode::kValid;
    attrs.stride_h = stride[0], attrs.stride_w = stride[1];
    attrs.dilation_h = dilation[0], attrs.dilation_w = dilation[1];
    if (kind == kDepthwise) {
      shape.push_back(in * rng.in(1, 2));
      const TensorId w = weights(rng, {1, taps[0], taps[1], shape.back()});
      return finish(depthwise_conv_2d(attrs), {x, w}, has_bias, shape, rng);
    }
    shape.push_back(out);
    const TensorId w = weights(rng, {out, taps[0], taps[1], in / groups});
    finish(conv_2d(attrs), {x, w}, has_bias, shape, rng);
  }

  void finish(Attrs attrs, std::vector<TensorId> in, bool has_bias, const std::vector<int32_t>& shape,
              test::Rng& rng) {
    if (has_bias)
      in.push_back(f.constant("b", {shape.back()}, drawn(rng, std::vector<int32_t>{shape.back()})));
    f.output(f.node(attrs, in, "y", shape));
  }
  const Node& node() const { return f.graph.nodes[0]; }
  Bytes input(test::Rng& rng) const {
    const std::vector<float> values = drawn(rng, {static_cast<int32_t>(f.graph[x].shape.elements())});
    Bytes bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
  }
};

// Data whose elements go together, as in trained networks; writes `count` samples into the folder.
std::vector<Bytes> smooth(const OneLayer& layer, test::Rng& rng, size_t count, const test::Folder& folder) {
  std::vector<Bytes> all;
  const auto size = static_cast<size_t>(layer.f.graph[layer.x].shape.elements());
  for (size_t s = 0; s < count; ++s) {
    std::vector<float> values(size);
    float level = 0;
    for (float& v : values) v = level = 0.9f * level + 0.3f * rng.real(-1, 1);
    const std::string bytes = test::bytes_of(values);
    folder.write("run" + std::to_string(s) + "_input0.bin", bytes);
    all.emplace_back(bytes.size());
    std::memcpy(all.back().data(), bytes.data(), bytes.size());
  }
  return all;
}

// Each layer with its weights rounded to the nearest integers.
Graph nearest(const OneLayer& layer, const Weighted& w, int axis, int bits) {
  Graph graph = layer.f.graph;
  Tensor& weights = graph[layer.node().in[w.weights]];
  const std::vector<float> scales = weight_scales(weights, axis, bits);
  std::vector<float> values = floats(weights);
  size_t inner = 1;
  for (int d = axis + 1; d < weights.shape.rank; ++d) inner *= static_cast<size_t>(weights.shape.dim[d]);
  for (size_t i = 0; i < values.size(); ++i) {
    const float scale = scales[scales.size() > 1 ? i / inner % scales.size() : 0];
    values[i] = std::round(values[i] / scale) * scale;
  }
  auto bytes = std::make_shared<Bytes>(values.size() * sizeof(float));
  std::memcpy(bytes->data(), values.data(), bytes->size());
  weights.data = bytes;
  return graph;
}

double square_error(const Graph& exact, const Graph& rounded, const std::vector<Bytes>& inputs) {
  double sum = 0;
  for (const Bytes& input : inputs) {
    const std::vector<float> want = first_output(exact, input), have = first_output(rounded, input);
    for (size_t i = 0; i < want.size(); ++i) sum += std::pow(static_cast<double>(want[i] - have[i]), 2);
  }
  return sum;
}

}  // namespace

TEST(filters_times_patches_are_what_a_layer_computes) {
  test::Rng rng(43);
  for (int trial = 0; trial < 30 * kKinds; ++trial) {
    const OneLayer layer(rng, static_cast<Kind>(trial % kKinds), false);
    const Graph& graph = layer.f.graph;
    const std::optional<Weighted> w = weighted(graph, layer.node());
    EXPECT(w.has_value());
    const std::optional<Patches> patches = w ? Patches::of(graph, layer.node(), *w) : std::nullopt;
    EXPECT(patches.has_value());
    if (!patches) continue;
    const Bytes input = layer.input(rng);
    const std::vector<float> want = first_output(graph, input),
                             weights = floats(graph[layer.node().in[w->weights]]);
    std::vector<float> x(input.size() / sizeof(float)), vector(patches->size());
    std::memcpy(x.data(), input.data(), input.size());
    const size_t channels = patches->groups() * patches->outputs();
    EXPECT(want.size() == patches->places() * channels);
    for (size_t place = 0; place < patches->places(); ++place)
      for (size_t group = 0; group < patches->groups(); ++group) {
        patches->read(x, group, place, vector);
        for (size_t o = 0; o < patches->outputs(); ++o) {
          double sum = 0;
          for (size_t i = 0; i < vector.size(); ++i)
            sum +=
                static_cast<double>(vector[i]) * static_cast<double>(weights[patches->weight(group, o, i)]);
          EXPECT(std::abs(sum - static_cast<double>(want[place * channels + patches->channel(group, o)])) <
                 1e-4);
        }
      }
  }
}

TEST(layers_whose_weights_are_rounded_together_compute_nearly_the_same) {
  test::Rng rng(44);
  double together[kKinds] = {}, apart[kKinds] = {};
  for (int trial = 0; trial < 12 * kKinds; ++trial) {
    const auto kind = static_cast<Kind>(trial % kKinds);
    const OneLayer layer(rng, kind, rng.in(0, 1) == 1);
    WeightOptions options;
    options.per_tensor = rng.in(0, 3) == 0, options.bits = 4;
    const std::optional<Weighted> w = weighted(layer.f.graph, layer.node());
    const test::Folder folder;
    const std::vector<Bytes> inputs = smooth(layer, rng, 8, folder);
    const auto samples = Samples::open(layer.f.graph, folder.path(), {});
    EXPECT(w && samples);
    if (!w || !samples) continue;
    Graph rounded = layer.f.graph;
    const auto count = round_layers(rounded, {Precision::kInt8}, *samples, nullptr, options,
                                    rng.in(0, 1) ? RoundingAim::kPlaces : RoundingAim::kAverages, {});
    EXPECT(count && *count == 1);
    const int axis = weight_axis(layer.node(), *w, nullptr, options);
    const Tensor &before = layer.f.graph[layer.node().in[w->weights]],
                 &after = rounded[rounded.nodes[0].in[w->weights]];
    EXPECT(weight_scales(before, axis, 4) == weight_scales(after, axis, 4));
    together[kind] += square_error(layer.f.graph, rounded, inputs);
    apart[kind] += square_error(layer.f.graph, nearest(layer, *w, axis, 4), inputs);
  }
  // Filters of one weight, which are frequent here, can't take anything back.
  constexpr double kMost[kKinds] = {0.9, 0.6, 0.6, 0.97, 0.6};
  for (int kind = 0; kind < kKinds; ++kind) {
    if (together[kind] >= kMost[kind] * apart[kind])
      printf("kind %d: %g of %g\n", kind, together[kind], apart[kind]);
    EXPECT(together[kind] < kMost[kind] * apart[kind]);
  }
}

TEST(layers_that_share_weights_or_have_large_filters_stay_as_they_are) {
  test::Rng rng(45);
  for (const bool shared : {false, true}) {
    Floats f;
    const int32_t width = shared ? 3 : 1025;
    const TensorId x = f.input("x", {1, width}),
                   w = f.constant("w", {3, width}, drawn(rng, std::vector<int32_t>{3, width}));
    const TensorId y = f.node(fully_connected(), {x, w}, "y", {1, 3});
    f.output(shared ? f.node(fully_connected(), {y, w}, "z", {1, 3}) : y);
    const test::Folder folder;
    folder.write("run0_input0.bin", test::bytes_of(drawn(rng, std::vector<int32_t>{1, width})));
    const auto samples = Samples::open(f.graph, folder.path(), {});
    const std::vector<Precision> precisions(f.graph.nodes.size(), Precision::kInt8);
    const auto count = round_layers(f.graph, precisions, *samples, nullptr, {}, RoundingAim::kPlaces, {});
    EXPECT(count && *count == 0 && f.graph.nodes[0].in[1] == w);
  }
}
