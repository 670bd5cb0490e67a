#include "nookc/study/quantize/meet.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr size_t kTried = 64;        // samples used to measure an operator's gain
constexpr double kEnoughGain = 0.7;  // int16 is chosen if it reaches this fraction of the gain of float

struct Candidate {
  size_t node;
  Form form;
  double gain;
};

class Search {
 public:
  Search(const Source& source, double drop, const ConvertOptions& options, const Workers& workers)
      : source_(source), drop_(drop), options_(options), workers_(workers) {}

  Result<std::vector<Form>> run(std::vector<Form> forms) {
    Result<bool> met = meets(forms);
    if (!met) return met.diag();
    if (*met) return forms;
    const std::vector<Form> first = forms;
    const Result<std::vector<Candidate>> candidates = find(forms);
    if (!candidates) return candidates.diag();
    // First applies the form that gains enough; then makes int16 operators float.
    for (const bool last : {false, true}) {
      for (const Candidate& c : *candidates) {
        const Form form = last ? Form::kFloat : c.form;
        if (forms[c.node] == form) continue;
        forms[c.node] = form;
        met = meets(forms);
        if (!met) return met.diag();
        if (*met) return without_needless(std::move(forms), first, *candidates);
      }
    }
    return Diag{Exit::kUnsupported, "N3053", source_.graph.file,
                "loses more than that whichever operators stay float; only inputs and outputs are left",
                "--io float, or a larger --accuracy-drop"};
  }

 private:
  Result<Judgement> judged(const std::vector<Form>& forms, const Workers& workers,
                           std::vector<Form>* became) {
    const Converted converted = convert(source_.graph, forms, source_.ranges, source_.given, options_);
    if (became) *became = converted.forms;
    return judge(source_.network, converted, source_.samples, source_.labels, workers);
  }

  Result<bool> meets(const std::vector<Form>& forms) {
    const Result<Judgement> j = judged(forms, workers_, nullptr);
    if (!j) return j.diag();
    const double lost = static_cast<double>(j->float_right) - static_cast<double>(j->integer_right);
    return 100 * lost <= drop_ * static_cast<double>(j->samples);
  }

  // Reverts changes that later ones have made unnecessary, the smallest gain first.
  Result<std::vector<Form>> without_needless(std::vector<Form> forms, const std::vector<Form>& first,
                                             const std::vector<Candidate>& candidates) {
    for (auto c = candidates.rbegin(); c != candidates.rend(); ++c) {
      if (forms[c->node] == first[c->node]) continue;
      std::vector<Form> fewer = forms;
      fewer[c->node] = first[c->node];
      const Result<bool> met = meets(fewer);
      if (!met) return met.diag();
      if (*met) forms = std::move(fewer);
    }
    return forms;
  }

  double noise_of(const Judgement& j) const { return j.tensors[index(source_.graph.outputs[0])].ratio.noise; }

  // The operators with a gain, the largest gain first.
  Result<std::vector<Candidate>> find(const std::vector<Form>& forms) {
    Workers few = workers_;
    few.most = kTried;
    std::vector<Form> now;
    const Result<Judgement> base = judged(forms, few, &now);
    if (!base) return base.diag();
    std::vector<Candidate> found;
    for (size_t n = 0; n < now.size(); ++n) {
      if (now[n] == Form::kFloat) continue;
      few.progress = [&](const Doing&) {
        workers_.progress({"operators in other forms", n + 1, now.size()});
      };
      Candidate best{n, Form::kFloat, 0};
      for (Form form : {Form::kFloat, Form::kInt16}) {
        std::vector<Form> tried = now, became;
        tried[n] = form;
        if (form == now[n]) continue;
        const Result<Judgement> j = judged(tried, few, &became);
        if (!j) return j.diag();
        if (became[n] != form) continue;
        const double gain = noise_of(*base) - noise_of(*j);
        if (form == Form::kFloat || gain >= kEnoughGain * best.gain) best.form = form, best.gain = gain;
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

Result<std::vector<Form>> forms_within(const Source& source, std::vector<Form> forms, double drop,
                                       const ConvertOptions& options, const Workers& workers) {
  return Search(source, drop, options, workers).run(std::move(forms));
}

}  // namespace nookc
