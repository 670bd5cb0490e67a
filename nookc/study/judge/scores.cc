#include "nookc/study/judge/scores.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace nookc {

int64_t answer_of(const std::vector<double>& row) {
  return std::max_element(row.begin(), row.end()) - row.begin();
}

void Tally::add(const Tally& other) {
  samples += other.samples, right += other.right, among += other.among, elements += other.elements;
  errors.add(other.errors), squares.add(other.squares);
  for (size_t label = 0; label < confusion.size(); ++label)
    for (size_t answer = 0; answer < confusion.size(); ++answer)
      confusion[label][answer] += other.confusion[label][answer];
  anomalies.insert(anomalies.end(), other.anomalies.begin(), other.anomalies.end());
}

Tally classified(const Rows& outputs, const std::vector<int32_t>& labels, int k) {
  const size_t classes = outputs[0].size();
  Tally tally;
  tally.samples = static_cast<int64_t>(outputs.size());
  tally.k = std::min(k, static_cast<int>(classes));
  if (classes <= kMostClassesOfConfusion) tally.confusion.assign(classes, std::vector<int64_t>(classes));
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::vector<double>& row = outputs[i];
    const int64_t label = labels[i], answer = answer_of(row);
    const double own = row[static_cast<size_t>(label)];
    int64_t better = 0;  // elements that rank before the label
    for (int64_t c = 0; c < static_cast<int64_t>(classes); ++c)
      better += row[static_cast<size_t>(c)] > own || (row[static_cast<size_t>(c)] == own && c < label);
    tally.right += answer == label;
    tally.among += better < tally.k;
    if (!tally.confusion.empty()) ++tally.confusion[static_cast<size_t>(label)][static_cast<size_t>(answer)];
  }
  return tally;
}

Tally regressed(const Rows& outputs, const Rows& targets) {
  Tally tally;
  tally.samples = static_cast<int64_t>(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (size_t e = 0; e < outputs[i].size(); ++e) {
      const double error = std::abs(outputs[i][e] - targets[i][e]);
      tally.errors.add(error), tally.squares.add(error * error), ++tally.elements;
    }
  }
  return tally;
}

Tally detected(const std::vector<double>& values, const std::vector<int32_t>& labels) {
  Tally tally;
  tally.samples = static_cast<int64_t>(values.size());
  for (size_t i = 0; i < values.size(); ++i) tally.anomalies.emplace_back(values[i], labels[i] != 0);
  return tally;
}

namespace {

std::optional<double> area_under_curve(std::vector<std::pair<double, bool>> all) {
  // A total order, also of NaN.
  std::ranges::sort(all,
                    [](const auto& a, const auto& b) { return std::strong_order(a.first, b.first) < 0; });
  double positive = 0, negative = 0, ranks = 0;
  for (size_t first = 0; first < all.size();) {
    size_t end = first;
    while (end < all.size() && all[end].first == all[first].first) ++end;
    // Equal scores share their mean rank, counted from 1.
    const double rank = (static_cast<double>(first + end) + 1) / 2;
    for (size_t i = first; i < end; ++i) {
      (all[i].second ? positive : negative) += 1;
      if (all[i].second) ranks += rank;
    }
    first = std::max(end, first + 1);
  }
  if (positive == 0 || negative == 0) return {};
  return (ranks - positive * (positive + 1) / 2) / (positive * negative);
}

}  // namespace

Scores scores_of(ScoredTask task, const Tally& tally) {
  Scores scores;
  if (task == ScoredTask::kDetect) {
    scores.auc = area_under_curve(tally.anomalies);
  } else if (task == ScoredTask::kRegress) {
    const auto count = static_cast<double>(tally.elements);
    scores.mean_error = tally.errors.value() / count;
    scores.root_mean_square = std::sqrt(tally.squares.value() / count);
  } else {
    const auto count = static_cast<double>(tally.samples);
    scores.k = tally.k, scores.confusion = tally.confusion;
    scores.accuracy = static_cast<double>(tally.right) / count;
    scores.top_k = static_cast<double>(tally.among) / count;
  }
  return scores;
}

Scores classify(const Rows& outputs, const std::vector<int32_t>& labels, int k) {
  return scores_of(ScoredTask::kClassify, classified(outputs, labels, k));
}

Scores regress(const Rows& outputs, const Rows& targets) {
  return scores_of(ScoredTask::kRegress, regressed(outputs, targets));
}

Scores detect(const std::vector<double>& values, const std::vector<int32_t>& labels) {
  return scores_of(ScoredTask::kDetect, detected(values, labels));
}

}  // namespace nookc
