// What is said of a model by its outputs and the labels of the samples.
#pragma once
#include <optional>
#include <string>

#include "nookc/data/labels.h"
#include "nookc/judge/run_samples.h"
#include "nookc/judge/scores.h"

namespace nookc {

// "classify", "regress", "detect"
const char* task_name(ScoredTask task);

// The task that the labels and the model's shapes show: classes where there is an output for each label;
// anomalies where labels are 0 and 1 and there is one output, or the output is the input again; real numbers
// otherwise. `name` decides where it is not empty. Diags N4026: labels that fit no task; N2060: a task that
// does not fit the model.
Result<ScoredTask> task_of(const std::string& name, const Graph& graph, const Array& labels);

// Scores of the first output. `samples` are what the model got. Diags N4026: labels that do not fit.
Result<Scores> score(ScoredTask task, const Graph& graph, const Samples& samples,
                     const SampleOutputs& outputs, const Array& labels, int k);

// The part of the samples for which the largest of the first output is at the same place; nothing where
// outputs have one element or not the same number.
std::optional<double> agreement(const Graph& a, const SampleOutputs& of_a, const Graph& b,
                                const SampleOutputs& of_b);

}  // namespace nookc
