// SVDF in int8, as TensorFlow Lite's converter makes it: scales of time weights and state, samples that are
// steps in time.
#include "nookc/study/quantize/svdf.h"

#include <cmath>

#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/svdf/svdf_op.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/study/quantize/fidelity.h"
#include "nookc/study/quantize/quantize_network.h"
#include "tests/quantize/files.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::Floats;
using Svdf = SvdfOperands;

constexpr int32_t kIn = 6, kUnits = 5, kRank = 2, kMemory = 8, kFilters = kUnits * kRank;

// Numbers from -1 to 1, the same each time.
std::vector<float> numbers(size_t count, uint32_t seed) {
  std::vector<float> all(count);
  for (float& x : all) {
    seed = seed * 1664525 + 1013904223;
    x = static_cast<float>(seed >> 8) / 8388608.0f - 1;
  }
  return all;
}

struct Filter {
  Floats f;
  TensorId x, state, y;

  explicit Filter(nook::Activation activation, float bias = 0.25f, int32_t memory = kMemory) {
    x = f.input("x", {1, kIn});
    const TensorId w = f.constant("w", {kFilters, kIn}, numbers(kFilters * kIn, 1)),
                   time = f.constant("time", {kFilters, memory},
                                     numbers(static_cast<size_t>(kFilters * memory), 2)),
                   b = f.constant("b", {kUnits}, std::vector<float>(kUnits, bias));
    state = f.tensor("state", {1, kFilters * memory});
    f.graph[state].variable = true;
    y = f.node(nook::Svdf::Attrs{kRank, activation}, {x, w, time, b, state}, "y", {1, kUnits});
    f.output(y);
  }
};

// 40 steps in a .npy.
Result<Samples> steps(const Graph& graph, const test::Folder& folder) {
  const std::vector<float> values = numbers(40 * kIn, 3);
  folder.write("x.npy", test::npy("<f4", "(40, 6)", test::bytes_of(values)));
  return Samples::open(graph, folder / "x.npy", {});
}

const Node& svdf_of(const Graph& graph) {
  for (const Node& node : graph.nodes)
    if (op_code(node) == nook::OpCode::kSvdf) return node;
  return graph.nodes.front();
}

double largest(const Graph& graph, TensorId constant) {
  const Range range = range_of(graph[constant]);
  return std::max(-range.low, range.high);
}

TEST(an_svdf_becomes_int8_with_time_weights_of_ten_bits) {
  const Filter net(nook::Activation::kNone);
  const test::Folder folder;
  const auto samples = steps(net.f.graph, folder);
  const auto made = quantize(net.f.graph, &*samples, {}, nullptr, {});
  EXPECT(made);
  if (!made) return;
  const Graph& graph = made->converted.graph;
  const Node& node = svdf_of(graph);
  EXPECT(graph.nodes.size() == 1);
  const Tensor &w = graph[node.in[Svdf::kWeights]], &time = graph[node.in[Svdf::kTime]],
               &bias = graph[node.in[Svdf::kBias]], &state = graph[node.in[Svdf::kState]];
  EXPECT(w.type == nook::DType::kS8 && time.type == nook::DType::kS16 && bias.type == nook::DType::kS32);
  EXPECT(state.type == nook::DType::kS16 && state.variable && state.zero_point == 0);
  const Node& was = svdf_of(net.f.graph);
  EXPECT(std::abs(double{w.scales[0]} - largest(net.f.graph, was.in[Svdf::kWeights]) / 127) < 1e-8);
  EXPECT(std::abs(double{time.scales[0]} - largest(net.f.graph, was.in[Svdf::kTime]) / 512) < 1e-8);
  EXPECT(bias.scales[0] == time.scales[0] * state.scales[0]);
  EXPECT(std::abs(double{bias.scales[0]} * reinterpret_cast<const int32_t*>(bias.data->data())[0] - 0.25) <
         1e-4);
  // The importer reads back the values in the file.
  const auto bytes = export_tflite(graph);
  EXPECT(bytes && import_tflite(std::as_bytes(std::span(bytes->data(), bytes->size())), "svdf.tflite"));
}

// As bytes with a scale.
void make_bytes(Tensor& t) {
  const auto* const values = reinterpret_cast<const float*>(t.data->data());
  Bytes bytes(static_cast<size_t>(t.shape.elements()));
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(static_cast<int8_t>(std::lround(values[i] * 127)));
  t.type = nook::DType::kS8, t.scales = {1.0f / 127};
  t.data = std::make_shared<const Bytes>(std::move(bytes));
}

TEST(a_hybrid_svdf_becomes_int8_as_one_in_float) {
  Filter net(nook::Activation::kNone);
  const Node& was = svdf_of(net.f.graph);
  for (const size_t i : {size_t{Svdf::kWeights}, size_t{Svdf::kTime}}) make_bytes(net.f.graph[was.in[i]]);
  const auto floats = float_graph(net.f.graph);
  EXPECT(floats);
  if (!floats) return;
  const test::Folder folder;
  const auto samples = steps(*floats, folder);
  const auto made = quantize(*floats, &*samples, {}, nullptr, {});
  EXPECT(made);
  if (!made) return;
  const Node& node = svdf_of(made->converted.graph);
  const auto type = [&](size_t i) { return made->converted.graph[node.in[i]].type; };
  EXPECT(type(Svdf::kWeights) == nook::DType::kS8 && type(Svdf::kTime) == nook::DType::kS16);
  EXPECT(type(Svdf::kState) == nook::DType::kS16);
}

TEST(samples_of_an_svdf_are_steps_in_time) {
  const Filter net(nook::Activation::kNone);
  const test::Folder folder;
  const auto samples = steps(net.f.graph, folder);
  const auto network = Network::make(net.f.graph);
  EXPECT(network && network->remembers());
  Run all(*network);
  double alone = 0, together = 0, kept = 0;
  for (size_t k = 0; k < samples->count(); ++k) {
    EXPECT(all.run(*samples->read(k)));
    for (const float y : all.real(net.y)) together = std::max(together, std::abs(double{y}));
    for (const float s : all.real(net.state)) kept = std::max(kept, std::abs(double{s}));
    Run fresh(*network);
    EXPECT(fresh.run(*samples->read(k)));
    for (const float y : fresh.real(net.y)) alone = std::max(alone, std::abs(double{y}));
  }
  EXPECT(together > 1.2 * alone);
  const auto made = quantize(net.f.graph, &*samples, {}, nullptr, {});
  const Node& node = svdf_of(made->converted.graph);
  EXPECT(std::abs(double{made->converted.graph[node.in[Svdf::kState]].scales[0]} - kept / 32767) < 1e-8);
  const Tensor& y = made->converted.graph[node.out[0]];
  EXPECT(double{y.scales[0]} * 255 > 1.2 * alone && double{y.scales[0]} * 255 <= 2.01 * together);
  // The integer network has memory too.
  const auto judged = judge(*network, made->converted, *samples, {}, {});
  EXPECT(judged && judged->samples == 40);
  EXPECT(judged->tensors[index(net.y)].decibels() > 35);
}

TEST(the_limits_of_int8_are_the_activation_of_an_svdf) {
  for (const auto activation : {nook::Activation::kRelu, nook::Activation::kRelu6}) {
    const Filter net(activation);
    const test::Folder folder;
    const auto samples = steps(net.f.graph, folder);
    const auto made = quantize(net.f.graph, &*samples, {}, nullptr, {});
    EXPECT(made && made->converted.graph.nodes.size() == 1);
    EXPECT(made && made->converted.graph[svdf_of(made->converted.graph).out[0]].zero_point == -128);
  }
  // If another operator widens the range, they are not.
  Filter net(nook::Activation::kRelu);
  net.f.graph.outputs.clear(), net.f.graph.output_names.clear();
  const TensorId low = net.f.input("low", {1, kUnits});
  net.f.output(net.f.node(nook::Concatenation::Attrs{1}, {net.y, low}, "both", {1, 2 * kUnits}));
  std::vector<Range> ranges(net.f.graph.tensors.size());
  for (Range& range : ranges) range.add(-1, 1);
  const Converted made = convert(net.f.graph, {Precision::kInt8, Precision::kInt8}, ranges, nullptr, {});
  EXPECT(made.precisions[0] == Precision::kFloat && made.precisions[1] == Precision::kInt8);
}

TEST(the_limits_of_int8_are_an_activation_to_half_a_step) {
  Filter net(nook::Activation::kRelu6);
  Tensor& y = net.f.graph[net.y];
  const auto fits = [&](double low, double high) {  // int8 from low to high
    y.scales = {static_cast<float>((high - low) / 255)};
    y.zero_point = static_cast<int32_t>(-128 - std::lround(low * 255 / (high - low)));
    return has_activation(net.f.graph, net.f.graph.nodes[0]);
  };
  const double step = 6.0 / 255;
  EXPECT(fits(0, 6) && fits(0, 5.5) && fits(0, 6 + 0.4 * step));
  EXPECT(!fits(0, 6 + 0.6 * step) && !fits(0, 6.1) && !fits(-0.1, 6));
}

TEST(sums_of_a_long_memory_do_not_wrap_around) {
  const Filter net(nook::Activation::kNone, 1e6f, 200);
  const Node& node = svdf_of(net.f.graph);
  const std::vector<float> time = floats(net.f.graph[node.in[Svdf::kTime]]);
  constexpr float kState = 1e-4f;
  const double scale = double{time_scale(net.f.graph, node, kState)};
  double most = 0;
  for (size_t u = 0; u < kUnits; ++u) {
    double sum = 1e6 / (double{kState} * scale);
    for (size_t i = 0; i < time.size() / kUnits; ++i)
      sum += std::abs(double{time[u * (time.size() / kUnits) + i]}) / scale * 32768;
    most = std::max(most, sum);
  }
  EXPECT(most < 2147483648.0 && most > 2e9);
}

TEST(activations_of_16_bits_leave_an_svdf_float) {
  const Filter net(nook::Activation::kNone);
  const test::Folder folder;
  const auto samples = steps(net.f.graph, folder);
  QuantizeOptions options;
  options.convert.activations = options.convert.io = Precision::kInt16;
  const auto made = quantize(net.f.graph, &*samples, {}, nullptr, options);
  EXPECT(made && made->converted.precisions[0] == Precision::kFloat);
}

}  // namespace
