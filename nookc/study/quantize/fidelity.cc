#include "nookc/study/quantize/fidelity.h"

#include <algorithm>
#include <cmath>

#include "nookc/front/data/elements.h"
#include "nookc/study/quantize/inside.h"
#include "nookc/study/quantize/masks.h"
#include "nookc/study/quantize/over_runs.h"

namespace nookc {
namespace {

enum class Values : uint8_t { kPlain, kMasked, kLogarithms };

// Masks may be as low as they are, if their integers are at the end of the range.
Fidelity compare(std::span<const float> want, std::span<const float> have, const Tensor& t, Values values) {
  Fidelity f;
  const ValueRange range = value_range(t);
  const double half = quantized(t) ? double{t.scales[0]} / 2 : 0;
  f.values = static_cast<int64_t>(std::min(want.size(), have.size()));
  for (size_t i = 0; i < static_cast<size_t>(f.values); ++i) {
    double x = double{want[i]}, y = double{have[i]};
    if (values != Values::kPlain) x = std::min(std::max(x, range.low), range.high);
    if (values == Values::kLogarithms) x = std::max(x, kLeastLogarithm), y = std::max(y, kLeastLogarithm);
    if (!(std::abs(x) < kNotInfinite) && stands_for_infinity(x, y, range)) continue;
    f.ratio.add(x, y);
    f.clipped += x < range.low - half || x > range.high + half;
  }
  return f;
}

size_t largest(std::span<const float> values) {
  return static_cast<size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

void Fidelity::add(const Fidelity& other) {
  ratio.add(other.ratio);
  values += other.values, clipped += other.clipped;
}

std::vector<Bytes> converted_inputs(const Graph& to, const Graph& from, const std::vector<Bytes>& inputs) {
  std::vector<Bytes> all;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor &t = to[to.inputs[i]], &original = from[from.inputs[i]];
    all.push_back(t.type == original.type ? inputs[i] : converted_elements(original, inputs[i], t));
  }
  return all;
}

Result<Judgement> judge(const Network& network, const Converted& converted, const Samples& samples,
                        const std::vector<int32_t>& labels, const Workers& all_workers) {
  const Workers workers = workers_for(network, all_workers);
  const Result<Network> integers = Network::make(converted.graph);
  if (!integers) return integers.diag();
  const Graph &from = network.graph(), &to = converted.graph;
  const unsigned threads = workers.count(samples.count());
  std::vector<Judgement> found(workers.lanes(samples.count()));
  for (Judgement& j : found) j.tensors.resize(from.tensors.size());
  const std::vector<bool> inside = tensors_inside(from), masked = masked_tensors(from),
                          logarithms = logarithms_of(from);
  std::vector<Run> floats(threads, Run(network)), runs(threads, Run(*integers));
  const auto take = [&](const SampleCall& call) -> Status {
    Run &a = floats[call.worker], &b = runs[call.worker];
    if (const Status run = a.run(call.inputs); !run) return run;
    if (const Status run = b.run(converted_inputs(to, from, call.inputs)); !run) return run;
    Judgement& j = found[call.lane];
    for (size_t t = 0; t < from.tensors.size(); ++t) {
      const TensorId id{static_cast<uint32_t>(t)}, made = converted.where[t];
      if (made == TensorId::kNone || inside[t] || !is_activation(from, id)) continue;
      j.tensors[t].add(compare(a.real(id), b.real(made), to[made],
                               logarithms[t] ? Values::kLogarithms
                               : masked[t]   ? Values::kMasked
                                             : Values::kPlain));
    }
    const size_t want = largest(a.real(from.outputs[0])), have = largest(b.real(to.outputs[0]));
    ++j.samples, j.agree += want == have;
    if (!labels.empty()) {
      const auto label = static_cast<size_t>(labels[call.sample]);
      j.float_right += want == label, j.integer_right += have == label;
    }
    return Done{};
  };
  if (const Status ran = over_samples(samples, workers, "judging", take); !ran) return ran.diag();
  for (size_t lane = 1; lane < found.size(); ++lane) {
    const Judgement& other = found[lane];
    for (size_t t = 0; t < from.tensors.size(); ++t) found[0].tensors[t].add(other.tensors[t]);
    found[0].samples += other.samples, found[0].agree += other.agree;
    found[0].float_right += other.float_right, found[0].integer_right += other.integer_right;
  }
  return found[0];
}

}  // namespace nookc
