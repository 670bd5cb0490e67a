// Attention with masks: each way to write them, with any value that stands for "not this one".
#include "nookc/study/quantize/masks.h"

#include <cfloat>
#include <cmath>
#include <functional>

#include "nook/ops/softmax/softmax_op.h"
#include "nookc/study/quantize/quantize_network.h"
#include "tests/nookc/float_graphs.h"
#include "tests/quantize/files.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using nook::OpCode;
using test::Floats;

constexpr int32_t kRows = 6, kScores = 9;
const std::vector<int32_t> kShape = {kRows, kScores};

bool masked_at(int32_t row, int32_t score) { return score > row + 2 || (row + score) % 4 == 3; }

// A constant with one value where scores are masked, and another elsewhere.
std::vector<float> where_masked(float there, float elsewhere) {
  std::vector<float> values;
  for (int32_t row = 0; row < kRows; ++row)
    for (int32_t score = 0; score < kScores; ++score)
      values.push_back(masked_at(row, score) ? there : elsewhere);
  return values;
}

TensorId condition(Floats& f) {
  const TensorId t = f.tensor("condition", kShape);
  f.graph[t].type = nook::DType::kBool;
  Bytes bytes;
  for (const float v : where_masked(1, 0)) bytes.push_back(std::byte{v != 0});
  f.graph[t].data = std::make_shared<const Bytes>(std::move(bytes));
  return t;
}

struct Spelling {
  const char* name;
  bool takes_infinity;
  // Masks scores by a value. `keeps`: an input of 1 for scores to keep, and 0 for others.
  std::function<TensorId(Floats& f, TensorId scores, TensorId keeps, float value)> mask;
};

TensorId number(Floats& f, const char* name, float value) { return f.constant(name, {1, 1}, {value}); }

// (1 - keeps) * value.
TensorId dropped_times(Floats& f, TensorId keeps, float value) {
  const TensorId drops = f.node(test::plain_op(OpCode::kSub), {number(f, "one", 1), keeps}, "drops", kShape);
  return f.node(test::plain_op(OpCode::kMul), {drops, number(f, "value", value)}, "mask", kShape);
}

const Spelling kSpellings[] = {
    {"a constant that is added", true,
     [](Floats& f, TensorId x, TensorId, float value) {
       return f.node(test::plain_op(OpCode::kAdd), {x, f.constant("mask", kShape, where_masked(value, 0))},
                     "y", kShape);
     }},
    {"a constant that is subtracted", true,
     [](Floats& f, TensorId x, TensorId, float value) {
       return f.node(test::plain_op(OpCode::kSub), {x, f.constant("mask", kShape, where_masked(-value, 0))},
                     "y", kShape);
     }},
    {"a value that is selected", true,
     [](Floats& f, TensorId x, TensorId, float value) {
       return f.node(test::plain_op(OpCode::kSelectV2), {condition(f), number(f, "value", value), x}, "y",
                     kShape);
     }},
    {"a selection before the scores are scaled", true,
     [](Floats& f, TensorId x, TensorId, float value) {
       const TensorId y = f.node(test::plain_op(OpCode::kSelectV2),
                                 {condition(f), number(f, "value", value), x}, "selected", kShape);
       return f.node(test::plain_op(OpCode::kDiv), {y, number(f, "root", 1.5f)}, "y", kShape);
     }},
    {"(1 - keeps) * value", false,
     [](Floats& f, TensorId x, TensorId keeps, float value) {
       const TensorId mask = dropped_times(f, keeps, value);
       return f.node(test::plain_op(OpCode::kAdd), {x, mask}, "y", kShape);
     }},
    {"(keeps - 1) * -value", false,
     [](Floats& f, TensorId x, TensorId keeps, float value) {
       const TensorId drops =
           f.node(test::plain_op(OpCode::kSub), {keeps, number(f, "one", 1)}, "drops", kShape);
       const TensorId mask =
           f.node(test::plain_op(OpCode::kMul), {drops, number(f, "value", -value)}, "mask", kShape);
       return f.node(test::plain_op(OpCode::kAdd), {mask, x}, "y", kShape);
     }},
    {"keeps * -value + value", false,
     [](Floats& f, TensorId x, TensorId keeps, float value) {
       const TensorId scaled =
           f.node(test::plain_op(OpCode::kMul), {keeps, number(f, "value", -value)}, "scaled", kShape);
       const TensorId mask =
           f.node(test::plain_op(OpCode::kAdd), {scaled, number(f, "add", value)}, "mask", kShape);
       return f.node(test::plain_op(OpCode::kAdd), {mask, x}, "y", kShape);
     }},
    {"x - (1 - keeps) * -value", false,
     [](Floats& f, TensorId x, TensorId keeps, float value) {
       const TensorId mask = dropped_times(f, keeps, -value);
       return f.node(test::plain_op(OpCode::kSub), {x, mask}, "y", kShape);
     }},
    {"x + log(keeps)", true,
     [](Floats& f, TensorId x, TensorId keeps, float) {
       const TensorId mask = f.node(test::plain_op(OpCode::kLog), {keeps}, "mask", kShape);
       return f.node(test::plain_op(OpCode::kAdd), {x, mask}, "y", kShape);
     }},
};

constexpr float kValues[] = {-100, -1e4f, -65504, -1e9f, -FLT_MAX, -INFINITY};

// A network of two inputs, the scores and `keeps`, that masks the scores before their reader.
Graph masked(const Spelling& spelling, float value, Attrs reader) {
  Floats f;
  const TensorId x = f.input("x", kShape), keeps = f.input("keeps", kShape);
  f.output(f.node(std::move(reader), {spelling.mask(f, x, keeps, value)}, "result", kShape));
  return f.graph;
}

// Eight samples as files; the masked places of `keeps` are the same in all.
Result<Samples> samples_of(const Graph& graph, const test::Folder& folder) {
  test::Rng rng(7);
  std::vector<float> x, keeps;
  for (int sample = 0; sample < 8; ++sample) {
    for (int32_t i = 0; i < kRows * kScores; ++i) x.push_back(rng.real(-4, 4));
    for (const float v : where_masked(0, 1)) keeps.push_back(v);
  }
  std::filesystem::create_directories(folder / "samples");
  for (int sample = 0; sample < 8; ++sample) {
    const auto part = [&](const std::vector<float>& all) {
      const auto first = all.begin() + sample * kRows * kScores;
      return test::bytes_of<float>({first, first + kRows * kScores});
    };
    const std::string name = "samples/run" + std::to_string(sample) + "_input";
    folder.write(name + "0.bin", part(x)), folder.write(name + "1.bin", part(keeps));
  }
  return Samples::open(graph, folder / "samples", {});
}

struct Outcome {
  bool made = false;
  double output = 0, scores = 0;  // decibels at the output, and of the masked scores
};

Outcome outcome(const Graph& graph, Precision precision, RangeRule rule) {
  const test::Folder folder;
  const Result<Samples> samples = samples_of(graph, folder);
  EXPECT(samples);
  if (!samples) return {};
  QuantizeOptions options;
  options.convert.activations = options.convert.io = precision;
  options.rule = rule, options.correct_biases = true;
  const Result<Quantized> made = quantize(graph, &*samples, {}, nullptr, options);
  if (!made) return {};
  const Result<Network> network = Network::make(made->floats);
  EXPECT(network);
  const Result<Judgement> judged = judge(*network, made->converted, *samples, {}, {});
  EXPECT(judged);
  Outcome found{true, judged->tensors[index(graph.outputs[0])].ratio.decibels(), 0};
  for (size_t t = 0; t < graph.tensors.size(); ++t)
    if (graph.tensors[t].name == "y") found.scores = judged->tensors[t].ratio.decibels();
  return found;
}

}  // namespace

TEST(masks_cost_no_precision_however_they_are_written) {
  for (const Spelling& spelling : kSpellings)
    for (const float value : kValues)
      for (const Precision precision : {Precision::kInt8, Precision::kInt16})
        for (const RangeRule rule : {RangeRule{}, RangeRule{RangeRule::Kind::kSquares, 100}}) {
          if (std::isinf(value) && !spelling.takes_infinity) continue;
          const Outcome found = outcome(masked(spelling, value, nook::Softmax::Attrs{}), precision, rule);
          const double enough = precision == Precision::kInt16 ? 70 : 30;
          EXPECT(found.made && found.output > enough && found.scores > 20);
          if (!found.made || !(found.output > enough) || !(found.scores > 20))
            printf("  %s, %g, %s: %.1f dB at the output, %.1f at its scores\n", spelling.name,
                   static_cast<double>(value), precision == Precision::kInt16 ? "int16" : "int8",
                   found.output, found.scores);
        }
}

// Values are kept as they are where a SOFTMAX is not their only reader.
TEST(values_that_others_read_mask_nothing) {
  for (const Spelling& spelling : kSpellings) {
    Floats f;
    const TensorId x = f.input("x", kShape), keeps = f.input("keeps", kShape);
    const TensorId y = spelling.mask(f, x, keeps, -1e4f);
    f.output(f.node(nook::Softmax::Attrs{}, {y}, "result", kShape));
    EXPECT(masked_tensors(f.graph)[index(y)]);
    f.output(y);
    EXPECT(std::ranges::count(masked_tensors(f.graph), true) == 0);
  }
}

TEST(logarithms_of_masked_scores_end_with_their_integers) {
  for (const Spelling& spelling : kSpellings)
    for (const float value : {-1e9f, -INFINITY}) {
      if (std::isinf(value) && !spelling.takes_infinity) continue;
      Graph graph = masked(spelling, value, test::plain_op(OpCode::kLogSoftmax));
      for (const Precision precision : {Precision::kInt8, Precision::kInt16}) {
        const Outcome found = outcome(graph, precision, {});
        EXPECT(found.made && found.output > 30);
        if (!found.made || !(found.output > 30)) printf("  %s: %.1f dB\n", spelling.name, found.output);
      }
    }
}

TEST(masks_of_two_layers_may_share_constants) {
  Floats f;
  const TensorId x = f.input("x", kShape), keeps = f.input("keeps", kShape);
  const TensorId one = number(f, "one", 1), value = number(f, "value", -1e9f);
  TensorId y = x;
  for (const char* layer : {"a", "b"}) {
    const TensorId drops = f.node(test::plain_op(OpCode::kSub), {one, keeps}, "drops", kShape);
    const TensorId mask = f.node(test::plain_op(OpCode::kMul), {drops, value}, "mask", kShape);
    const TensorId masked = f.node(test::plain_op(OpCode::kAdd), {y, mask}, "y", kShape);
    y = f.node(nook::Softmax::Attrs{}, {masked}, layer, kShape);
  }
  f.output(y);
  for (const Precision precision : {Precision::kInt8, Precision::kInt16})
    EXPECT(outcome(f.graph, precision, {}).output > (precision == Precision::kInt16 ? 70 : 30));
}

// Infinities that no SOFTMAX drops are refused as before.
TEST(infinities_elsewhere_are_named) {
  const test::Folder folder;
  Floats f;
  const TensorId x = f.input("x", kShape), keeps = f.input("keeps", kShape);
  f.output(f.node(test::plain_op(OpCode::kAdd),
                  {x, f.node(test::plain_op(OpCode::kLog), {keeps}, "log", kShape)}, "y", kShape));
  const Result<Samples> samples = samples_of(f.graph, folder);
  EXPECT(samples);
  const Result<Quantized> made = quantize(f.graph, &*samples, {}, nullptr, {});
  EXPECT(!made && made.diag().code == "N3052" && made.diag().where.find("'log'") != std::string::npos);
}

// Scores of ordinary networks keep their ranges: half of the range costs one bit at most.
TEST(scores_without_masks_keep_their_ranges) {
  Floats f;
  const TensorId x = f.input("x", kShape);
  f.output(f.node(nook::Softmax::Attrs{}, {x}, "result", kShape));
  Calibration seen;
  seen.seen.resize(f.graph.tensors.size()), seen.peaks.resize(f.graph.nodes.size());
  seen.seen[index(x)].add(-30, 5), seen.peaks[0].add(1, 5);
  std::vector<Range> ranges = seen.seen;
  Graph graph = f.graph;
  EXPECT(!limit_masks(graph, seen, Precision::kInt8, &ranges));
  EXPECT(ranges[index(x)].low == -30);
  seen.seen[index(x)].low = -100, ranges = seen.seen;
  EXPECT(!limit_masks(graph, seen, Precision::kInt8, &ranges));
  EXPECT(ranges[index(x)].low > -10 && ranges[index(x)].low < 1 - std::log(512) &&
         ranges[index(x)].high == 5);
}
