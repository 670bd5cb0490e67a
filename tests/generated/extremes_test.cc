// Networks with any floats through nook quantize: each becomes an integer model that nook accepts, or the
// error names its constants or its samples. Scales underflow and overflow here in every operator.
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/study/quantize/report.h"
#include "nookc/study/quantize/try_equalizing.h"
#include "tests/generated/random_graph.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using generated::Choices;

constexpr uint64_t kSeeds = 3000, kManySeeds = 100000;  // the second with NOOK_TEST_ALL
constexpr int kSamples = 3;
constexpr unsigned kMostSeconds = 60;  // per network; stops an endless loop

volatile sig_atomic_t seed_at_work = 0;

void say_seed(int) {
  char text[] = "seed ........ has not ended\n";
  for (int i = 12, rest = seed_at_work; i >= 5; --i, rest /= 10) text[i] = static_cast<char>('0' + rest % 10);
  const ssize_t ignored = write(2, text, sizeof text - 1);
  _exit(ignored > 0 ? 1 : 2);
}

float any_finite(Choices& choose) {
  const auto high = static_cast<uint32_t>(choose.in(0, 0xFFFF)),
             low = static_cast<uint32_t>(choose.in(0, 0xFFFF));
  const float value = std::bit_cast<float>(high << 16 | low);
  return std::isfinite(value) ? value : 0;
}

float denormal(Choices& choose) {
  return std::bit_cast<float>(static_cast<uint32_t>(choose.in(0, 0x7FFFFF)) |
                              (choose.chance(50) ? 0x80000000u : 0));
}

// Values of one kind; most often unchanged ones.
void make_extreme(Choices& choose, std::vector<float>& values) {
  const int kind = choose.in(0, 13);
  const float times = std::pow(10.0f, static_cast<float>(choose.in(-44, 37)));
  const float same = any_finite(choose);
  const size_t some = values.size() / 3 + 1;
  for (size_t i = 0; i < values.size(); ++i) {
    float& v = values[i];
    if (kind == 6) v = 0;
    if (kind == 7) v = denormal(choose);
    if (kind == 8) v = any_finite(choose);
    if (kind == 9) v = same;
    if (kind == 10 || (kind == 11 && i < some)) v *= times;
    if (kind == 12 && i < some) v = denormal(choose);
    if (kind == 13 && choose.chance(4))
      v = choose.chance(50) ? NAN : choose.chance(50) ? INFINITY : -INFINITY;
  }
}

void make_extreme(Choices& choose, Graph& graph) {
  for (Tensor& t : graph.tensors) {
    if (!t.constant() || t.type != nook::DType::kF32) continue;
    std::vector<float> values = floats(t);
    make_extreme(choose, values);
    auto bytes = std::make_shared<Bytes>(values.size() * sizeof(float));
    std::memcpy(bytes->data(), values.data(), bytes->size());
    t.data = std::move(bytes);
  }
}

Result<Samples> samples_for(Choices& choose, const Graph& graph) {
  std::vector<NamedArray> arrays;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& t = graph[graph.inputs[i]];
    std::vector<float> values(static_cast<size_t>(t.shape.elements()) * kSamples);
    for (float& v : values) v = static_cast<float>(choose.in(-300, 300)) / 100;
    make_extreme(choose, values);
    Array array{nook::DType::kF32, {kSamples}, Bytes(values.size() * sizeof(float))};
    for (int d = 0; d < t.shape.rank; ++d) array.shape.push_back(t.shape.dim[d]);
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    arrays.push_back({"arr_" + std::to_string(i), std::move(array)});
  }
  return Samples::of_arrays(graph, std::move(arrays), "samples", {});
}

// Quantizes like the command. Empty: nook compiles the resulting model.
Status quantized(const Graph& graph, const Samples& samples, QuantizeOptions options) {
  const auto trial = try_equalizing(graph, samples, options);
  if (!trial) return trial.diag();
  options.equalize = options.equalize || (*trial && (*trial)->helps());
  const Result<Quantized> made = quantize(graph, &samples, {}, nullptr, options);
  if (!made) return made.diag();
  const Result<std::string> bytes = export_tflite(made->converted.graph);
  if (!bytes) return bytes.diag();
  const Result<Graph> read = import_tflite(std::as_bytes(std::span(bytes->data(), bytes->size())), "written");
  if (!read) return read.diag();
  const auto report = report_of(*made, *bytes, &samples, {}, options.workers);
  if (!report) return report.diag();
  return Done{};
}

QuantizeOptions some_options(Choices& choose) {
  QuantizeOptions options;
  options.convert.activations = choose.chance(40) ? Precision::kInt16 : Precision::kInt8;
  options.convert.io = choose.chance(30) ? Precision::kFloat : options.convert.activations;
  options.convert.weights.per_tensor = choose.chance(25);
  options.convert.weights.dense_per_channel = !options.convert.weights.per_tensor && choose.chance(25);
  if (options.convert.activations == Precision::kInt8 && choose.chance(15)) options.convert.weights.bits = 4;
  options.rule.kind = choose.chance(20)   ? RangeRule::Kind::kSquares
                      : choose.chance(20) ? RangeRule::Kind::kPercentile
                                          : RangeRule::Kind::kMinMax;
  options.rule.percent = 99.9;
  options.equalize = choose.chance(20);
  options.correct_biases = choose.chance(70);
  options.workers.threads = 1;
  return options;
}

bool of_floats(const Graph& graph) {
  return std::ranges::all_of(graph.inputs, [&](TensorId t) { return graph[t].type == nook::DType::kF32; });
}

}  // namespace

TEST(every_float_network_becomes_a_model_or_the_error_names_the_tensor_that_is_not_finite) {
  uint64_t made = 0, refused = 0;
  const uint64_t seeds = std::getenv("NOOK_TEST_ALL") ? kManySeeds : kSeeds;
  std::signal(SIGALRM, say_seed);
  for (uint64_t seed = 1; seed <= seeds; ++seed) {
    seed_at_work = static_cast<sig_atomic_t>(seed);
    Choices choose(seed);
    Graph graph = generated::random_graph(choose);
    if (!of_floats(graph)) continue;
    graph.file = "random";
    make_extreme(choose, graph);
    const Result<Graph> whole = float_graph(graph);
    if (!whole) continue;  // no operator has an integer form
    const Result<Samples> samples = samples_for(choose, *whole);
    EXPECT(samples);
    if (!samples) continue;
    alarm(kMostSeconds);
    const Status status = quantized(*whole, *samples, some_options(choose));
    alarm(0);
    ++(status ? made : refused);
    static const std::set<std::string> kInputs = {"N3050", "N3052", "N4024"};
    if (!status && !kInputs.contains(status.diag().code))
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), to_string(status.diag()).c_str());
    EXPECT(status || kInputs.contains(status.diag().code));
  }
  std::printf("%llu networks quantized, %llu refused\n", static_cast<unsigned long long>(made),
              static_cast<unsigned long long>(refused));
  EXPECT(made >= seeds / 20 && refused > 0);
}
