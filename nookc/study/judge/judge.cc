#include "nookc/study/judge/judge.h"

#include <algorithm>

#include "nookc/front/data/elements.h"

namespace nookc {
namespace {

const Tensor& first_output(const Graph& graph) { return graph[graph.outputs[0]]; }

bool reconstructs(const Graph& graph) {
  return graph.inputs.size() == 1 &&
         graph[graph.inputs[0]].shape.elements() == first_output(graph).shape.elements();
}

double largest(const Array& labels) {
  double most = 0;
  for (int64_t i = 0; i < labels.elements(); ++i) most = std::max(most, labels.at(i));
  return most;
}

Diag unfit(const std::string& what, const std::string& hint) {
  return {Exit::kInputOutput, "N4026", "--labels", what, hint};
}

// With few classes, top 5 says little, so at most half of them count.
int usual_k(int64_t classes) { return static_cast<int>(std::clamp<int64_t>(classes / 2, 1, 5)); }

Rows first_outputs(const Graph& graph, const SampleOutputs& outputs) {
  Rows rows;
  for (const std::vector<Bytes>& each : outputs.outputs)
    rows.push_back(real_values(first_output(graph), each[0]));
  return rows;
}

// The anomaly score: the output itself if it has one element, otherwise its distance from the input.
Result<Tally> tally_anomalies(const Graph& graph, const Samples& samples, const Rows& outputs,
                              const Array& labels) {
  std::vector<double> values;
  std::vector<int32_t> classes;
  for (size_t k = 0; k < outputs.size(); ++k) {
    classes.push_back(static_cast<int32_t>(labels.at(static_cast<int64_t>(k))));
    if (outputs[k].size() == 1) {
      values.push_back(outputs[k][0]);
      continue;
    }
    const Result<std::vector<Bytes>> inputs = samples.read(k, graph);
    if (!inputs) return inputs.diag();
    const std::vector<double> input = real_values(graph[graph.inputs[0]], (*inputs)[0]);
    values.push_back(*regress({outputs[k]}, {input}).root_mean_square);
  }
  return detected(values, classes);
}

}  // namespace

const char* task_name(ScoredTask task) {
  return task == ScoredTask::kClassify ? "classify" : task == ScoredTask::kRegress ? "regress" : "detect";
}

Result<ScoredTask> task_of(const std::string& name, const Graph& graph, const Array& labels) {
  const int64_t outputs = first_output(graph).shape.elements();
  const bool classes = (whole(labels) && outputs > 1) || one_hot(labels, outputs);
  const bool marks = whole(labels) && largest(labels) <= 1 && (outputs == 1 || reconstructs(graph));
  const bool targets = labels.elements() == labels.shape[0] * outputs;
  for (const auto& [task, fits] : {std::pair{ScoredTask::kDetect, marks},
                                   {ScoredTask::kClassify, classes},
                                   {ScoredTask::kRegress, targets}})
    if (fits && (name.empty() || name == task_name(task))) return task;
  const std::string shape = "labels have " + std::to_string(labels.elements() / labels.shape[0]) +
                            " elements for each sample, the model's first output " + std::to_string(outputs);
  if (name.empty())
    return unfit(shape,
                 "need one class for each sample, a target for each output, or 0 for normal and 1 for "
                 "anomalous samples");
  return Diag{Exit::kUsage, "N2060", "--task " + name, "does not fit the model and the labels: " + shape,
              "leave --task out, and nook chooses by the model and the labels"};
}

Result<Tally> tally_of(ScoredTask task, const Graph& graph, const Samples& samples,
                       const SampleOutputs& outputs, const Array& labels, int k) {
  const Rows rows = first_outputs(graph, outputs);
  const int64_t count = first_output(graph).shape.elements();
  if (task == ScoredTask::kDetect) return tally_anomalies(graph, samples, rows, labels);
  if (task == ScoredTask::kClassify) {
    const Result<std::vector<int32_t>> classes = classes_of(labels, count);
    if (!classes) return classes.diag();
    return classified(rows, *classes, k > 0 ? k : usual_k(count));
  }
  Rows targets;
  for (int64_t i = 0; i < labels.shape[0]; ++i) {
    targets.emplace_back();
    for (int64_t e = 0; e < count; ++e) targets.back().push_back(labels.at(i * count + e));
  }
  return regressed(rows, targets);
}

Result<Scores> score(ScoredTask task, const Result<Tally>& tally) {
  if (!tally) return tally.diag();
  const Scores scores = scores_of(task, *tally);
  if (task == ScoredTask::kDetect && !scores.auc) return unfit("all labels are equal: need both 0 and 1", {});
  return scores;
}

std::optional<double> agreement(const Graph& a, const SampleOutputs& of_a, const Graph& b,
                                const SampleOutputs& of_b) {
  const Rows left = first_outputs(a, of_a), right = first_outputs(b, of_b);
  if (left[0].size() < 2 || left[0].size() != right[0].size()) return std::nullopt;
  double same = 0;
  for (size_t i = 0; i < left.size(); ++i) same += answer_of(left[i]) == answer_of(right[i]);
  return same / static_cast<double>(left.size());
}

}  // namespace nookc
