// Properties of calibration and equalization, for any values and any sharing of constants.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "nook/ops/abs/abs_op.h"
#include "nook/ops/add/add_op.h"
#include "nook/ops/neg/neg_op.h"
#include "nookc/front/import/import.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/study/quantize/equalize.h"
#include "nookc/study/quantize/histogram.h"
#include "nookc/study/quantize/network.h"
#include "nookc/study/quantize/twin.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

using namespace nookc;
using test::Floats;

namespace {

Range between(float low, float high) {
  Range range;
  range.add(low, high);
  return range;
}

// The models of the tree and, if ../shared exists, three of MLPerf Tiny.
std::vector<std::string> models_here() {
  std::vector<std::string> all;
  for (const char* name :
       {"digits/digits", "digits/digits_float", "sine/sine", "sine/sine_float", "words/words"})
    all.push_back(std::string(NOOK_MODELS) + "/" + name + ".tflite");
  for (const char* name : {"mlperf_ad01_fp32", "mlperf_pretrainedResnet", "mlperf_vww_96_int8"})
    if (const std::string file = std::string(NOOK_PUBLISHED) + "/" + name + "/model.tflite";
        std::ifstream(file))
      all.push_back(file);
  return all;
}

Bytes bytes_of_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

// The values outside are as many as the rule allows, and the next bin would be too many: for any values and
// percentage.
TEST(a_percentile_omits_as_many_values_as_allowed_and_not_one_more) {
  test::Rng rng(29);
  for (int trial = 0; trial < 60; ++trial) {
    const float low = rng.real(-4, 1), high = low + rng.real(0.5f, 9);
    const size_t count = static_cast<size_t>(rng.in(1, 3000));
    std::vector<float> values(count);
    for (float& v : values) {
      const float at = rng.real(0, 1);
      v = low + (high - low) * (trial % 2 ? at : at * at * at * at);
    }
    Histogram h(between(low, high));
    h.add(values);
    const double percent = 100 - 50 * std::pow(10, -rng.real(0, 3)) * 0.99;
    const double allowed = static_cast<double>(count) * (100 - percent) / 100;
    const double bin = (static_cast<double>(high) - static_cast<double>(low)) / Histogram::kBins;
    const double edge = bin * 1e-3;  // values at an edge may be counted on either side
    const Range found = h.percentile(percent);
    const auto below = [&](double x) {
      return static_cast<double>(std::ranges::count_if(values, [&](float v) { return v < x; }));
    };
    const auto above = [&](double x) { return static_cast<double>(count) - below(x); };
    EXPECT(below(found.low - edge) <= allowed && above(found.high + edge) <= allowed);
    EXPECT(below(found.low + bin + edge) > allowed && above(found.high - bin - edge) > allowed);
  }
}

TEST(a_twin_with_more_or_fewer_operators_is_refused) {
  const auto graph = [](const char* name) {
    std::ifstream file(std::string(NOOK_MODELS) + "/digits/" + name, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return *import_tflite(std::as_bytes(std::span(bytes)), name);
  };
  Graph floats = graph("digits_float.tflite"), twin = graph("digits.tflite");
  EXPECT(given_by_twin(floats, twin));
  for (Graph* shorter : {&floats, &twin})
    for (size_t left : {shorter->nodes.size() - 1, size_t{1}, size_t{0}}) {
      const std::vector<Node> whole = shorter->nodes;
      shorter->nodes.resize(left);
      const auto given = given_by_twin(floats, twin);
      EXPECT(!given && given.diag().code == "N2047");
      shorter->nodes = whole;
    }
}

// Two consecutive layers, with their own constants or those shared with another layer or operator: however
// they are shared, the network computes the same results, and a pair is equalized only if its constants have
// no other readers.
TEST(equalizing_preserves_the_results_even_if_constants_are_shared) {
  const std::vector<float> x = {1, -1, 0.5f, 0.25f, 0, -2, 3, 1};
  Bytes input(x.size() * 4);
  std::memcpy(input.data(), x.data(), input.size());
  for (int shared = 0; shared < 16; ++shared) {
    Floats f;
    const TensorId in = f.input("x", {1, 2, 2, 2});
    const TensorId a = f.constant("a", {2, 1, 1, 2}, {100, -50, 0.01f, 0.02f}),
                   p = f.constant("p", {2}, {10, 0.001f}),
                   b = f.constant("b", {2, 1, 1, 2}, {0.011f, 90, 0.02f, -70}),
                   q = f.constant("q", {2}, {1, -3});
    const TensorId hidden = f.node(nookc::conv_2d(), {in, a, p}, "hidden", {1, 2, 2, 2});
    f.output(f.node(nookc::conv_2d(), {hidden, b, shared & 1 ? p : q}, "y", {1, 2, 2, 2}));
    if (shared & 2) f.output(f.node(nookc::conv_2d(), {in, a, q}, "of_a", {1, 2, 2, 2}));
    if (shared & 4) f.output(f.node(nookc::conv_2d(), {in, b, q}, "of_b", {1, 2, 2, 2}));
    if (shared & 8) f.output(f.node(nook::Add::Attrs{}, {in, p}, "of_p", {1, 2, 2, 2}));
    const auto all = [&] {
      std::vector<float> values;
      const auto network = Network::make(f.graph);
      Run run(*network);
      EXPECT(run.run({input}));
      for (const TensorId y : f.graph.outputs)
        for (const float v : run.real(y)) values.push_back(v);
      return values;
    };
    const std::vector<float> before = all();
    EXPECT_EQ(equalize(f.graph), shared == 0 ? 1 : 0);
    const std::vector<float> after = all();
    EXPECT_EQ(before.size(), after.size());
    for (size_t i = 0; i < before.size(); ++i)
      EXPECT(std::abs(before[i] - after[i]) <= 1e-5f * std::max(1.0f, std::abs(before[i])));
  }
}

// Whatever kernels this machine has: a quantized model must not depend on where it was made.
TEST(every_tensor_has_the_bytes_of_the_reference_kernels) {
  int fast = 0;
  for (const std::string& file : models_here()) {
    const auto graph = import_tflite(bytes_of_file(file), file);
    EXPECT(graph);
    if (!graph) continue;
    const auto network = Network::make(*graph), reference = Network::make(*graph, KernelRows::kReference);
    EXPECT(network && reference);
    if (!network || !reference) continue;
    Run run(*network), plain(*reference);
    test::Rng rng(7);
    for (int k = 0; k < 2; ++k) {
      std::vector<Bytes> inputs;
      for (const TensorId t : graph->inputs) {
        const bool real = (*graph)[t].type == nook::DType::kF32;
        Bytes bytes(static_cast<size_t>((*graph)[t].bytes()));
        for (size_t i = 0; i < bytes.size(); i += real ? sizeof(float) : 1) {
          const float number = rng.real(-1, 1);
          if (real)
            std::memcpy(&bytes[i], &number, sizeof number);
          else
            bytes[i] = static_cast<std::byte>(rng.in(0, 255));
        }
        inputs.push_back(std::move(bytes));
      }
      EXPECT(run.run(inputs) && plain.run(inputs));
      for (const Node& node : graph->nodes)
        for (const TensorId t : node.out) {
          const size_t size = t == TensorId::kNone ? 0 : static_cast<size_t>((*graph)[t].bytes());
          EXPECT(size == 0 || std::memcmp(run.data(t), plain.data(t), size) == 0);
          ++fast;
        }
    }
  }
  EXPECT(fast > 60);
}

TEST(a_network_that_ends_with_a_branch_runs_to_its_end) {
  Floats f;
  const TensorId x = f.input("x", {1, 1}), flag = f.input("flag", {1});
  f.graph[flag].type = nook::DType::kBool;
  const TensorId then = f.node(nook::Abs::Attrs{}, {x}, "then", {1, 1});
  const TensorId other = f.node(nook::Neg::Attrs{}, {x}, "other", {1, 1}), y = f.tensor("y", {1, 1});
  f.output(y);
  f.graph.regions.joined = {{then, y}, {other, y}};
  using Kind = RegionMark::Kind;
  f.graph.regions.marks = {
      {Kind::kIf, 0, flag, "IF"}, {Kind::kElse, 1, flag, ""}, {Kind::kEndIf, 2, flag, ""}};
  const auto network = Network::make(f.graph);
  EXPECT(network);
  if (!network) return;
  Run run(*network);
  for (const bool yes : {true, false}) {
    const float value = -3;
    Bytes in(sizeof value);
    std::memcpy(in.data(), &value, sizeof value);
    EXPECT(run.run({in, Bytes{std::byte{yes}}}));
    EXPECT(run.real(yes ? then : other)[0] == 3);
  }
}
