// Scores a model by its outputs and the labels of the samples.
#pragma once
#include <optional>
#include <string>

#include "nookc/front/data/labels.h"
#include "nookc/study/judge/run_samples.h"
#include "nookc/study/judge/scores.h"

namespace nookc {

// "classify", "regress", "detect"
const char* task_name(ScoredTask task);

// The named task or, if `name` is empty, the task that the shapes of the labels and of the model suggest:
// classes if there is an output for each label; anomalies if labels are 0 and 1, and the model has one output
// or returns its input; otherwise real numbers. Diags N4026: labels that fit no task; N2060: a task that does
// not fit the model.
Result<ScoredTask> task_of(const std::string& name, const Graph& graph, const Array& labels);

// Compares the first output with the labels. `samples`: the inputs of the model. Diag N4026: labels that do
// not fit.
Result<Tally> tally_of(ScoredTask task, const Graph& graph, const Samples& samples,
                       const SampleOutputs& outputs, const Array& labels, int k);
// The scores of all samples. Diags of the tally; N4026: no sample has the one, or the other, label of
// kDetect.
Result<Scores> score(ScoredTask task, const Result<Tally>& tally);

// The fraction of samples for which the largest element of the first output has the same index in both
// models; nothing if outputs have one element or their counts differ.
std::optional<double> agreement(const Graph& a, const SampleOutputs& of_a, const Graph& b,
                                const SampleOutputs& of_b);

}  // namespace nookc
