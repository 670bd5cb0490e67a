// Scales, zero points and constants as in TensorFlow Lite's converter; integer graphs.
#include <cmath>
#include <fstream>
#include <iterator>

#include "nook/ops/add/add_op.h"
#include "nook/ops/concatenation/concatenation_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/logistic/logistic_op.h"
#include "nook/ops/maximum/maximum_op.h"
#include "nook/ops/relu/relu_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/sin/sin_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "nook/ops/tanh/tanh_op.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/correct_biases.h"
#include "nookc/study/quantize/equalize.h"
#include "nookc/study/quantize/histogram.h"
#include "nookc/study/quantize/quantize_network.h"
#include "nookc/study/quantize/try_equalizing.h"
#include "nookc/study/quantize/twin.h"
#include "tests/quantize/files.h"
#include "tests/quantize/floats.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::Floats;

const std::string kGolden = NOOK_PUBLISHED, kModels = NOOK_MODELS;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::optional<Graph> model(const std::string& path) {
  const std::string bytes = content(path);
  Result<Graph> graph = import_tflite(std::as_bytes(std::span(bytes.data(), bytes.size())), path);
  if (!graph) return std::nullopt;
  return std::move(*graph);
}

Range range(double low, double high) {
  Range r;
  r.add(low, high);
  return r;
}

std::vector<std::string> kinds(const Graph& graph) {
  std::vector<std::string> all;
  for (const Node& node : graph.nodes) all.push_back(op_name(node));
  return all;
}

// All tensors except the given ones have the range -1 to 1.
Converted converted(const Graph& graph, const ConvertOptions& options = {},
                    const std::vector<std::pair<TensorId, Range>>& given = {}) {
  std::vector<Range> ranges(graph.tensors.size(), range(-1, 1));
  for (const auto& [t, r] : given) ranges[index(t)] = r;
  return convert(graph, std::vector<Precision>(graph.nodes.size(), options.activations), ranges, nullptr,
                 options);
}

Affine affine(const Graph& graph, TensorId t) { return {graph[t].scales[0], graph[t].zero_point}; }

TEST(zero_is_exact_in_every_range) {
  EXPECT((affine_of(range(0, 255), Precision::kInt8) == Affine{1, -128}));
  EXPECT((affine_of(range(-128, 127), Precision::kInt8) == Affine{1, 0}));
  EXPECT((affine_of(range(10, 255), Precision::kInt8) == Affine{1, -128}));
  EXPECT((affine_of(range(-255, -3), Precision::kInt8) == Affine{1, 127}));
  EXPECT((affine_of(range(-1, 1), Precision::kInt8).zero == 0 ||
          affine_of(range(-1, 1), Precision::kInt8).zero == -1));
  EXPECT((affine_of(range(0, 0), Precision::kInt8) == Affine{1, 0}));
  EXPECT((affine_of(range(-2, 1), Precision::kInt16) == Affine{2.0f / 32767, 0}));
}

TEST(weights_are_symmetric_and_biases_are_in_the_scale_of_products) {
  Floats f;
  const TensorId w = f.constant("w", {2, 2}, {1.27f, -0.5f, 0, 0.0254f}), b = f.constant("b", {2}, {1, -2});
  const std::vector<float> scales = weight_scales(f.graph[w], 0, 8);
  EXPECT(scales.size() == 2 && std::abs(scales[0] - 0.01f) < 1e-9f && std::abs(scales[1] - 0.0002f) < 1e-9f);
  const Tensor q = quantized_weights(f.graph[w], scales, 0, 8);
  EXPECT(q.type == nook::DType::kS8 && q.channel_axis == 0);
  const std::vector<int> want = {127, -50, 0, 127};
  for (size_t i = 0; i < 4; ++i) EXPECT_EQ(static_cast<int8_t>((*q.data)[i]), want[i]);
  const Tensor bias = quantized_bias(f.graph[b], 0.5f, scales, Precision::kInt8);
  int32_t sums[2];
  std::memcpy(sums, bias.data->data(), sizeof sums);
  EXPECT(sums[0] == 200 && sums[1] == -20000);
  EXPECT_EQ(quantized_bias(f.graph[b], 0.5f, scales, Precision::kInt16).data->size(), 16);
  EXPECT_EQ(weight_scales(f.graph[w], -1, 8).size(), 1);
}

TEST(weights_of_four_bits_share_bytes) {
  Floats f;
  const TensorId w = f.constant("w", {1, 3}, {7, -7, 1});
  const Tensor q = quantized_weights(f.graph[w], weight_scales(f.graph[w], 0, 4), 0, 4);
  EXPECT(q.type == nook::DType::kS4 && q.data->size() == 2);
  EXPECT_EQ(static_cast<int>((*q.data)[0]), 0x97);
  EXPECT_EQ(static_cast<int>((*q.data)[1]), 0x01);
}

TEST(weights_of_a_filter_of_zeros_leave_room_for_its_bias) {
  Floats f;
  const TensorId w = f.constant("w", {2, 1}, {0, 1e-20f}), b = f.constant("b", {2}, {3, 3});
  std::vector<float> scales = weight_scales(f.graph[w], 0, 8);
  widen_for_bias(f.graph[b], 0.01f, Precision::kInt8, scales);
  EXPECT(scales[0] == 1 && scales[1] > 2e-7f);
  int32_t sums[2];
  const Tensor bias = quantized_bias(f.graph[b], 0.01f, scales, Precision::kInt8);
  std::memcpy(sums, bias.data->data(), sizeof sums);
  EXPECT(sums[0] == 300 && std::abs(sums[1] - (1 << 30)) < 256);
}

TEST(operators_that_move_values_keep_their_scale_and_others_have_a_fixed_one) {
  Floats f;
  const TensorId x = f.input("x", {1, 4});
  const TensorId r = f.node(nook::Reshape::Attrs{}, {x}, "r", {4, 1});
  const TensorId y = f.node(nook::Logistic::Attrs{}, {r}, "y", {4, 1});
  f.output(y);
  const Converted c = converted(f.graph, {}, {{x, range(0, 5.1)}, {r, range(0, 5)}});
  EXPECT((kinds(c.graph) == std::vector<std::string>{"RESHAPE", "LOGISTIC"}));
  EXPECT(affine(c.graph, c.where[index(x)]) == affine(c.graph, c.where[index(r)]));
  EXPECT((affine(c.graph, c.where[index(x)]) == affine_of(range(0, 5.1), Precision::kInt8)));
  EXPECT((affine(c.graph, c.where[index(y)]) == Affine{1.0f / 256, -128}));
  ConvertOptions wide;
  wide.activations = wide.io = Precision::kInt16;
  const Converted s16 = converted(f.graph, wide);
  EXPECT((affine(s16.graph, s16.where[index(y)]) == Affine{1.0f / 32768, 0}));
}

TEST(joined_tensors_share_a_scale_or_get_a_quantize_if_that_would_clip) {
  Floats f;
  const TensorId x = f.input("x", {1, 4});
  const TensorId p = f.node(nook::Softmax::Attrs{}, {x}, "p", {1, 4});
  nook::Concatenation::Attrs along;
  along.axis = 1;
  const TensorId y = f.node(along, {p, x}, "y", {1, 8});
  f.output(y);
  const Converted wide = converted(f.graph, {}, {{x, range(-20, 20)}, {p, range(0, 1)}, {y, range(-20, 20)}});
  EXPECT((kinds(wide.graph) == std::vector<std::string>{"SOFTMAX", "QUANTIZE", "CONCATENATION"}));
  EXPECT(affine(wide.graph, wide.where[index(y)]) == affine(wide.graph, wide.where[index(x)]));
  const Converted narrow = converted(f.graph, {}, {{x, range(0, 0.9)}, {p, range(0, 1)}, {y, range(0, 0.9)}});
  EXPECT((kinds(narrow.graph) == std::vector<std::string>{"SOFTMAX", "CONCATENATION"}));
  EXPECT((affine(narrow.graph, narrow.where[index(x)]) == Affine{1.0f / 256, -128}));
  // A value beyond the largest of int8 clips if it is more than half a step above.
  for (const double beyond : {-0.6, -0.4, 0.4, 0.6, 1.0, 1.9}) {
    const double high = (255 + beyond) / 256, low = -std::max(0.0, beyond) / 256;
    for (const Range& of : {range(0, high), range(low, 0.5)}) {
      const Converted edge = converted(f.graph, {}, {{x, of}, {p, range(0, 1)}, {y, of}});
      EXPECT_EQ(kinds(edge.graph).size(), beyond > 0.5 ? 3u : 2u);
    }
  }
}

TEST(operators_without_an_integer_form_are_islands) {
  Floats f;
  const TensorId x = f.input("x", {1, 4});
  const TensorId a = f.node(nook::Add::Attrs{}, {x, x}, "a", {1, 4});
  const TensorId e = f.node(nook::Sin::Attrs{}, {a}, "e", {1, 4});
  const TensorId y = f.node(nook::Add::Attrs{}, {e, a}, "y", {1, 4});
  f.output(y);
  const Converted c = converted(f.graph);
  EXPECT((kinds(c.graph) == std::vector<std::string>{"ADD", "DEQUANTIZE", "SIN", "QUANTIZE", "ADD"}));
  EXPECT(c.precisions[1] == Precision::kFloat && c.precisions[2] == Precision::kInt8);
  EXPECT(verify(c.graph).empty());
}

TEST(inputs_and_outputs_are_floats_where_that_is_asked_for) {
  Floats f;
  const TensorId x = f.input("x", {1, 4});
  f.output(f.node(nook::Tanh::Attrs{}, {x}, "y", {1, 4}));
  ConvertOptions options;
  options.io = Precision::kFloat;
  const Converted c = converted(f.graph, options);
  EXPECT((kinds(c.graph) == std::vector<std::string>{"QUANTIZE", "TANH", "DEQUANTIZE"}));
  EXPECT(c.graph[c.graph.inputs[0]].type == nook::DType::kF32);
  EXPECT(c.graph[c.graph.outputs[0]].type == nook::DType::kF32);
}

TEST(constants_that_are_shared_are_quantized_for_each_reader) {
  Floats f;
  const TensorId x = f.input("x", {1, 2}), k = f.constant("k", {1, 2}, {0.5f, -3});
  const TensorId a = f.node(nook::Add::Attrs{}, {x, k}, "a", {1, 2});
  f.output(f.node(nook::Maximum::Attrs{}, {a, k}, "m", {1, 2}));
  const Converted c = converted(f.graph);
  const TensorId of_add = c.graph.nodes[0].in[1], of_maximum = c.graph.nodes[1].in[1];
  EXPECT(of_add != of_maximum);
  EXPECT((affine(c.graph, of_add) == affine_of(range(-3, 0.5), Precision::kInt8)));
  EXPECT((affine(c.graph, of_maximum) == affine_of(range(-3, 1), Precision::kInt8)));
  EXPECT(affine(c.graph, of_maximum) == affine(c.graph, c.where[index(a)]));
}

TEST(percentiles_omit_outliers_and_squares_weigh_them) {
  Histogram h(range(-1, 100));
  std::vector<float> values(9990, 0);
  for (size_t i = 0; i < values.size(); ++i) values[i] = -1 + 2 * static_cast<float>(i) / 9990;
  h.add(values);
  h.add(std::vector<float>(10, 100));
  const Range all = h.percentile(100), most = h.percentile(99.8), least = h.least_squares();
  EXPECT(all.low == -1 && std::abs(all.high - 100) < 0.1);
  EXPECT(most.high < 1.1 && most.low < -0.9);
  EXPECT(least.high > 2 && least.high <= 100 && least.low >= -1 && least.low < -0.5);
  Histogram rare(range(0, 100));
  rare.add(std::vector<float>(1000000, 3));
  rare.add(std::vector<float>(1, 100));
  EXPECT(rare.least_squares().high < 100);
  Histogram constant(range(5, 5));
  constant.add(std::vector<float>(3, 5));
  EXPECT(constant.percentile(99).high == 5 && constant.least_squares().high <= 5);
}

TEST(rules_for_ranges_are_read) {
  EXPECT(parse_range_rule("minmax") && parse_range_rule("mse"));
  const auto rule = parse_range_rule("percentile=99.9");
  EXPECT(rule && rule->percent == 99.9);
  for (const char* bad :
       {"percentile", "percentile=", "percentile=101", "percentile=nan", "percentile=99x", "max"})
    EXPECT(!parse_range_rule(bad));
}

// The twin's scales and constants that differ from ours, and elements of biases that differ by more than 1.
struct Differences {
  int weights = 0, scales = 0, biases = 0, all_biases = 0, activations = 0;
};

Differences differences(const Graph& ours, const Graph& theirs) {
  Differences d;
  for (size_t i = 0; i < theirs.tensors.size(); ++i) {
    const Tensor &a = ours.tensors[i], &b = theirs.tensors[i];
    if (a.type != b.type || a.bytes() != b.bytes()) return {1 << 20, 1 << 20, 1 << 20, 0, 1 << 20};
    if (!b.constant()) {
      d.activations += a.scales != b.scales || a.zero_point != b.zero_point;
    } else if (b.type == nook::DType::kS8) {
      for (size_t k = 0; k < b.data->size(); ++k) d.weights += (*a.data)[k] != (*b.data)[k];
      d.scales += a.scales.size() != b.scales.size();
      for (size_t k = 0; k < std::min(a.scales.size(), b.scales.size()); ++k)
        d.scales += std::abs(a.scales[k] / b.scales[k] - 1) > 1e-6f;
    } else if (b.type == nook::DType::kS32 && !b.scales.empty()) {
      for (int k = 0; k < b.shape.elements(); ++k, ++d.all_biases) {
        int32_t x = 0, y = 0;
        std::memcpy(&x, a.data->data() + 4 * k, 4), std::memcpy(&y, b.data->data() + 4 * k, 4);
        d.biases += std::abs(int64_t{x} - y) > 1;
      }
    }
  }
  return d;
}

Bytes bytes_at(const std::string& path) {
  const std::string text = content(path);
  const auto view = std::as_bytes(std::span(text.data(), text.size()));
  return {view.begin(), view.end()};
}

std::optional<Converted> as_twin(const Graph& floats, const Graph& twin) {
  const auto given = given_by_twin(floats, twin);
  if (!given) return std::nullopt;
  auto quantized = quantize(floats, nullptr, {}, &*given, {});
  if (!quantized) return std::nullopt;
  return std::move(quantized->converted);
}

// With the twin's ranges the constants are equal, and so are the outputs for its golden inputs.
void equals_twin(const std::string& floats, const std::string& twin, const std::string& golden) {
  const auto from = model(floats), to = model(twin);
  EXPECT(from && to);
  if (!from || !to) return;
  const auto ours = as_twin(*from, *to);
  EXPECT(ours.has_value());
  if (!ours) return;
  const Differences d = differences(ours->graph, *to);
  EXPECT_EQ(d.weights, 0);
  EXPECT_EQ(d.scales, 0);
  EXPECT_EQ(d.biases, 0);
  EXPECT_EQ(d.activations, 0);
  const auto file = export_tflite(ours->graph);
  EXPECT(file);
  const auto read = import_tflite(std::as_bytes(std::span(file->data(), file->size())), "ours");
  EXPECT(read);
  const auto network = Network::make(*read);
  EXPECT(network);
  Run run(*network);
  for (int k = 0; k < 3; ++k) {
    const std::string name = golden + "/run" + std::to_string(k);
    EXPECT(run.run({bytes_at(name + "_input0.bin")}));
    const Bytes want = bytes_at(name + "_output0.bin");
    EXPECT(!want.empty() && std::memcmp(run.data(read->outputs[0]), want.data(), want.size()) == 0);
  }
}

TEST(digits_with_the_ranges_of_their_twin_are_the_twin) {
  equals_twin(kModels + "/digits/digits_float.tflite", kModels + "/digits/digits.tflite",
              kModels + "/digits/heldout");
}

// check(float network, its quantized twin, folder of samples)
template <class Check>
void of_published_twins(Check check) {
  const auto twins = [&](const std::string& floats, const std::string& twin) {
    check(kGolden + "/" + floats + "/model.tflite", kGolden + "/" + twin + "/model.tflite",
          kGolden + "/" + twin);
  };
  twins("mlperf_pretrainedResnet", "mlperf_pretrainedResnet_quant");
  twins("mlperf_ad01_fp32", "mlperf_ad01_int8");
}

TEST(published_networks_with_the_ranges_of_their_twins_are_the_twins) {
  if (!std::filesystem::exists(kGolden)) SKIP("there are no published models");
  of_published_twins(equals_twin);
}

TEST(a_twin_of_another_network_is_refused) {
  const auto digits = model(kModels + "/digits/digits_float.tflite"),
             sine = model(kModels + "/sine/sine.tflite");
  const auto given = given_by_twin(*digits, *sine);
  EXPECT(!given && given.diag().code == "N2047");
}

// The twin's inputs as the float network takes them, in a folder of samples.
void write_inputs(const Tensor& input, const std::string& golden, const test::Folder& folder) {
  for (int k = 0; k < 3; ++k) {
    const Bytes q = bytes_at(golden + "/run" + std::to_string(k) + "_input0.bin");
    std::vector<float> values;
    for (std::byte b : q)
      values.push_back(input.scales[0] * static_cast<float>(static_cast<int8_t>(b) - input.zero_point));
    folder.write("run" + std::to_string(k) + "_input0.bin", test::bytes_of(values));
  }
}

// With its own calibration, like the command's, a network is as close to its float form as the twin is.
void as_good_as_twin(const std::string& floats, const std::string& twin, const std::string& golden) {
  const auto hybrid = model(floats), to = model(twin);
  EXPECT(hybrid && to);
  if (!hybrid || !to) return;
  const auto from = float_graph(*hybrid);
  EXPECT(from);
  const test::Folder folder;
  write_inputs((*to)[to->inputs[0]], golden, folder);
  const auto samples = Samples::open(*from, folder.path(), {});
  const auto network = Network::make(*from);
  QuantizeOptions options;
  options.correct_biases = true;
  const auto trial = try_equalizing(*from, *samples, options);
  EXPECT(trial && *trial);
  options.equalize = (*trial)->helps();
  const auto ours = quantize(*from, &*samples, {}, nullptr, options);
  const auto theirs = as_twin(*from, *to);
  EXPECT(ours);
  const auto good = judge(*network, ours->converted, *samples, {}, {}),
             as = judge(*network, *theirs, *samples, {}, {});
  EXPECT(good && as);
  // For classes: before and after the SOFTMAX.
  for (const TensorId y : {from->nodes.back().in[0], from->outputs[0]}) {
    const double have = good->tensors[index(y)].decibels(), want = as->tensors[index(y)].decibels();
    if (have < want) printf("%s: %.2f dB, the twin has %.2f\n", floats.c_str(), have, want);
    EXPECT(have >= want);
  }
}

TEST(our_calibration_is_as_good_as_the_calibration_of_published_twins) {
  as_good_as_twin(kModels + "/digits/digits_float.tflite", kModels + "/digits/digits.tflite",
                  kModels + "/digits/heldout");
  if (!std::filesystem::exists(kGolden)) SKIP("there are no published models");
  if (test::kSanitized && !std::getenv("NOOK_TEST_ALL")) SKIP("takes long with sanitizers: ./dev test --all");
  of_published_twins(as_good_as_twin);
  as_good_as_twin(kGolden + "/_failed/mlperf_kws_ref_model_float32/model.tflite",
                  kGolden + "/mlperf_kws_ref_model/model.tflite", kGolden + "/mlperf_kws_ref_model");
}

// x [1,2,2,3] through two convolutions of 1 x 1; the channels of the first differ widely in magnitude.
struct TwoLayers : Floats {
  TensorId x = input("x", {1, 2, 2, 3}), hidden, y;
  explicit TwoLayers(nook::Activation activation) {
    nook::ConvolutionAttrs first;
    first.activation = activation;
    hidden = node(nookc::conv_2d(first),
                  {x, constant("a", {2, 1, 1, 3}, {100, -50, 30, 0.01f, 0.02f, -0.015f}),
                   constant("p", {2}, {10, 0.001f})},
                  "hidden", {1, 2, 2, 2});
    y = node(nookc::conv_2d(), {hidden, constant("b", {1, 1, 1, 2}, {0.011f, 90}), constant("q", {1}, {1})},
             "y", {1, 2, 2, 1});
    output(y);
  }
};

std::vector<float> output_of(const Graph& graph, const Bytes& input) {
  const auto network = Network::make(graph);
  Run run(*network);
  EXPECT(run.run({input}));
  const std::span<const float> y = run.real(graph.outputs[0]);
  return {y.begin(), y.end()};
}

TEST(equalized_pairs_compute_the_same_with_weights_of_one_size) {
  const std::vector<float> x = {1, -1, 0.5f, 0.25f, 0, -2, 3, 1, 1, -0.5f, 2, 0.75f};
  Bytes input(x.size() * 4);
  std::memcpy(input.data(), x.data(), input.size());
  for (const nook::Activation activation : {nook::Activation::kNone, nook::Activation::kRelu}) {
    TwoLayers f(activation);
    const std::vector<float> before = output_of(f.graph, input);
    EXPECT_EQ(equalize(f.graph), 1);
    const std::vector<float> after = output_of(f.graph, input);
    for (size_t i = 0; i < before.size(); ++i) EXPECT(std::abs(before[i] - after[i]) < 1e-4f * 100);
    const std::vector<float> scales = weight_scales(f.graph[f.graph.nodes[0].in[1]], 0, 8),
                             second = weight_scales(f.graph[f.graph.nodes[1].in[1]], 3, 8);
    for (size_t c = 0; c < 2; ++c) EXPECT(std::abs(scales[c] / second[c] - 1) < 1e-3f);
  }
  TwoLayers six(nook::Activation::kRelu6);
  EXPECT_EQ(equalize(six.graph), 0);
  TwoLayers seen(nook::Activation::kNone);
  seen.output(seen.hidden);  // another reader exists
  EXPECT_EQ(equalize(seen.graph), 0);
}

TEST(equalizing_is_tried_and_used_if_it_clearly_helps) {
  const test::Folder folder;
  std::vector<float> values;
  for (int i = 0; i < 40 * 12; ++i) values.push_back(static_cast<float>((i * 7919 % 1009) - 504) / 500);
  const auto file = folder.write("x.npy", test::npy("<f4", "(40, 2, 2, 3)", test::bytes_of(values)));
  const auto tried = [&](const Graph& graph) {
    const auto samples = Samples::open(graph, file, {});
    const auto trial = try_equalizing(graph, *samples, {});
    EXPECT(trial);
    return *trial;
  };
  const auto uneven = tried(TwoLayers(nook::Activation::kRelu).graph);
  EXPECT(uneven && uneven->helps() && uneven->equalized > uneven->plain + 10 && uneven->samples == 32);
  TwoLayers even(nook::Activation::kRelu);
  equalize(even.graph);
  const auto same = tried(even.graph);
  EXPECT(same && !same->helps() && std::abs(same->equalized - same->plain) < 3);
  EXPECT(!tried(TwoLayers(nook::Activation::kRelu6).graph));  // not a pair
  const double none = std::numeric_limits<double>::infinity();
  EXPECT(!(EqualizeTrial{none, none, 1}.helps()) && !(EqualizeTrial{-none, 3, 1}.helps()));
}

TEST(corrected_biases_remove_the_mean_error_of_rounded_weights) {
  Floats f;
  const TensorId x = f.input("x", {1, 2});
  const TensorId w = f.constant("w", {1, 2}, {127, 0.4f}), b = f.constant("b", {1}, {5});
  f.output(f.node(nook::FullyConnected::Attrs{}, {x, w, b}, "y", {1, 1}));
  const test::Folder folder;
  folder.write("run0_input0.bin", test::bytes_of<float>({1, 10}));
  folder.write("run1_input0.bin", test::bytes_of<float>({1, 30}));
  const auto samples = Samples::open(f.graph, folder.path(), {});
  const auto changed = correct_biases(f.graph, {Precision::kInt8}, *samples, nullptr, {}, {});
  EXPECT(changed && *changed == 1);
  // 0.4 becomes 0, and is multiplied by 20 on average.
  EXPECT(std::abs(floats(f.graph[f.graph.nodes[0].in[2]])[0] - (5 + 0.4f * 20)) < 1e-4f);
  EXPECT(floats(f.graph[b])[0] == 5);
}

TEST(a_relu_belongs_to_the_operator_before_it) {
  Floats f;
  const TensorId x = f.input("x", {1, 2});
  const TensorId a = f.node(nook::Add::Attrs{}, {x, x}, "a", {1, 2});
  f.output(f.node(nook::Relu::Attrs{}, {a}, "y", {1, 2}));
  const test::Folder folder;
  folder.write("run0_input0.bin", test::bytes_of<float>({-3, 2}));
  const auto samples = Samples::open(f.graph, folder.path(), {});
  const auto quantized = quantize(f.graph, &*samples, {}, nullptr, {});
  EXPECT(quantized && (kinds(quantized->converted.graph) == std::vector<std::string>{"ADD"}));
  const Graph& graph = quantized->converted.graph;
  EXPECT((affine(graph, graph.outputs[0]) == affine_of(range(0, 4), Precision::kInt8)));
}

}  // namespace
