#include "nookc/study/quantize/meet.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr size_t kTried = 64;        // samples used to measure an operator's gain
constexpr double kEnoughGain = 0.7;  // int16 is chosen if it reaches this fraction of the gain of float

struct Candidate {
  size_t node;
  Precision precision;
  double gain;
};

class Search {
 public:
  Search(const Source& source, double drop, const ConvertOptions& options, const Workers& workers)
      : source_(source), drop_(drop), options_(options), workers_(workers) {}

  Result<std::vector<Precision>> run(std::vector<Precision> precisions) {
    Result<bool> met = meets(precisions);
    if (!met) return met.diag();
    if (*met) return precisions;
    const std::vector<Precision> first = precisions;
    const Result<std::vector<Candidate>> candidates = find(precisions);
    if (!candidates) return candidates.diag();
    // First applies the precision that gains enough; then makes int16 operators float.
    for (const bool last : {false, true}) {
      for (const Candidate& c : *candidates) {
        const Precision precision = last ? Precision::kFloat : c.precision;
        if (precisions[c.node] == precision) continue;
        precisions[c.node] = precision;
        met = meets(precisions);
        if (!met) return met.diag();
        if (*met) return without_needless(std::move(precisions), first, *candidates);
      }
    }
    return Diag{
        Exit::kUnsupported, "N3053", source_.graph.file,
        "loses more accuracy than --accuracy-drop allows, whichever operators stay float; only inputs and "
        "outputs are left",
        "--io float, or a larger --accuracy-drop"};
  }

 private:
  Result<Judgement> judged(const std::vector<Precision>& precisions, const Workers& workers,
                           std::vector<Precision>* became) {
    const Converted converted = convert(source_.graph, precisions, source_.ranges, source_.given, options_);
    if (became) *became = converted.precisions;
    return judge(source_.network, converted, source_.samples, source_.labels, workers);
  }

  Result<bool> meets(const std::vector<Precision>& precisions) {
    const Result<Judgement> j = judged(precisions, workers_, nullptr);
    if (!j) return j.diag();
    const double lost = static_cast<double>(j->float_right) - static_cast<double>(j->integer_right);
    return 100 * lost <= drop_ * static_cast<double>(j->samples);
  }

  // Reverts changes that later ones have made unnecessary, the smallest gain first.
  Result<std::vector<Precision>> without_needless(std::vector<Precision> precisions,
                                                  const std::vector<Precision>& first,
                                                  const std::vector<Candidate>& candidates) {
    for (auto c = candidates.rbegin(); c != candidates.rend(); ++c) {
      if (precisions[c->node] == first[c->node]) continue;
      std::vector<Precision> fewer = precisions;
      fewer[c->node] = first[c->node];
      const Result<bool> met = meets(fewer);
      if (!met) return met.diag();
      if (*met) precisions = std::move(fewer);
    }
    return precisions;
  }

  double noise_of(const Judgement& j) const { return j.tensors[index(source_.graph.outputs[0])].ratio.noise; }

  // The operators with a gain, the largest gain first.
  Result<std::vector<Candidate>> find(const std::vector<Precision>& precisions) {
    Workers few = workers_;
    few.most = kTried;
    std::vector<Precision> now;
    const Result<Judgement> base = judged(precisions, few, &now);
    if (!base) return base.diag();
    std::vector<Candidate> found;
    for (size_t n = 0; n < now.size(); ++n) {
      if (now[n] == Precision::kFloat) continue;
      few.progress = [&](const Doing&) {
        workers_.progress({"operators in other forms", n + 1, now.size()});
      };
      Candidate best{n, Precision::kFloat, 0};
      for (Precision precision : {Precision::kFloat, Precision::kInt16}) {
        std::vector<Precision> tried = now, became;
        tried[n] = precision;
        if (precision == now[n]) continue;
        const Result<Judgement> j = judged(tried, few, &became);
        if (!j) return j.diag();
        if (became[n] != precision) continue;
        const double gain = noise_of(*base) - noise_of(*j);
        if (precision == Precision::kFloat || gain >= kEnoughGain * best.gain)
          best.precision = precision, best.gain = gain;
      }
      found.push_back(best);
    }
    std::ranges::stable_sort(found, [](const Candidate& a, const Candidate& b) { return a.gain > b.gain; });
    return found;
  }

  const Source& source_;
  const double drop_;
  const ConvertOptions& options_;
  const Workers& workers_;
};

}  // namespace

Result<std::vector<Precision>> precisions_within(const Source& source, std::vector<Precision> precisions,
                                                 double drop, const ConvertOptions& options,
                                                 const Workers& workers) {
  return Search(source, drop, options, workers).run(std::move(precisions));
}

}  // namespace nookc
