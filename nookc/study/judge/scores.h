// Figures for the quality of outputs, given the labels.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/core/exact_sum.h"

namespace nookc {

enum class ScoredTask { kClassify, kRegress, kDetect };

// A confusion has a number for each pair of classes; it is empty if there are more classes than this.
constexpr size_t kMostClassesOfConfusion = 1024;

struct Scores {
  // For kClassify.
  std::optional<double> accuracy, top_k;
  int k = 0;                                    // the k of top_k
  std::vector<std::vector<int64_t>> confusion;  // [label][answer]
  // For kRegress.
  std::optional<double> mean_error, root_mean_square;
  // For kDetect.
  std::optional<double> auc;
};

// The evidence of a group of samples: counts, and sums without rounding. The tallies of two groups of samples
// make the tally of all of them, in any order.
struct Tally {
  int64_t samples = 0;
  // For kClassify: how often the answer is the label, and how often the label is among the k highest.
  int64_t right = 0, among = 0;
  int k = 0;
  std::vector<std::vector<int64_t>> confusion;
  // For kRegress, over all elements.
  ExactSum errors, squares;
  int64_t elements = 0;
  // For kDetect: the score of each sample, and whether it is anomalous.
  std::vector<std::pair<double, bool>> anomalies;

  // The other one has the same task, k and classes.
  void add(const Tally& other);
};

Scores scores_of(ScoredTask task, const Tally& tally);

using Rows = std::vector<std::vector<double>>;  // one row per sample

// The answer is the index of the largest element of a row, on ties the first. Labels are below the size of
// the rows.
int64_t answer_of(const std::vector<double>& row);
Tally classified(const Rows& outputs, const std::vector<int32_t>& labels, int k);
Scores classify(const Rows& outputs, const std::vector<int32_t>& labels, int k);

// The mean absolute error and the root mean square error over all elements.
Tally regressed(const Rows& outputs, const Rows& targets);
Scores regress(const Rows& outputs, const Rows& targets);

// The area under the receiver operating characteristic: the probability that a sample of label 1 has a higher
// score than one of label 0; equal scores count half. Nothing if one of the labels does not occur.
Tally detected(const std::vector<double>& scores, const std::vector<int32_t>& labels);
Scores detect(const std::vector<double>& scores, const std::vector<int32_t>& labels);

}  // namespace nookc
