#include "nookc/study/judge/scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nookc {

int64_t answer_of(const std::vector<double>& row) {
  return std::max_element(row.begin(), row.end()) - row.begin();
}

Scores classify(const Rows& outputs, const std::vector<int32_t>& labels, int k) {
  const size_t classes = outputs[0].size();
  Scores scores;
  scores.k = std::min(k, static_cast<int>(classes));
  scores.confusion.assign(classes, std::vector<int64_t>(classes));
  int64_t right = 0, among = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::vector<double>& row = outputs[i];
    const int64_t label = labels[i], answer = answer_of(row);
    const double own = row[static_cast<size_t>(label)];
    int64_t better = 0;  // elements that rank before the label
    for (int64_t c = 0; c < static_cast<int64_t>(classes); ++c)
      better += row[static_cast<size_t>(c)] > own || (row[static_cast<size_t>(c)] == own && c < label);
    right += answer == label;
    among += better < scores.k;
    ++scores.confusion[static_cast<size_t>(label)][static_cast<size_t>(answer)];
  }
  scores.accuracy = static_cast<double>(right) / static_cast<double>(outputs.size());
  scores.top_k = static_cast<double>(among) / static_cast<double>(outputs.size());
  return scores;
}

Scores regress(const Rows& outputs, const Rows& targets) {
  double sum = 0, squares = 0, count = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    for (size_t e = 0; e < outputs[i].size(); ++e) {
      const double error = std::abs(outputs[i][e] - targets[i][e]);
      sum += error, squares += error * error, ++count;
    }
  }
  Scores scores;
  scores.mean_error = sum / count;
  scores.root_mean_square = std::sqrt(squares / count);
  return scores;
}

Scores detect(const std::vector<double>& values, const std::vector<int32_t>& labels) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, {}, [&](size_t i) { return values[i]; });
  double positive = 0, negative = 0, ranks = 0;
  for (size_t first = 0; first < order.size();) {
    size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    // Equal scores share their mean rank, counted from 1.
    const double rank = (static_cast<double>(first + end) + 1) / 2;
    for (size_t i = first; i < end; ++i) {
      const bool is = labels[order[i]] != 0;
      (is ? positive : negative) += 1;
      if (is) ranks += rank;
    }
    first = end;
  }
  Scores scores;
  if (positive > 0 && negative > 0)
    scores.auc = (ranks - positive * (positive + 1) / 2) / (positive * negative);
  return scores;
}

}  // namespace nookc
