// Figures for the quality of outputs, given the labels.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

enum class ScoredTask { kClassify, kRegress, kDetect };

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

using Rows = std::vector<std::vector<double>>;  // one row per sample

// The answer is the index of the largest element of a row, on ties the first. Labels are below the size of
// the rows.
int64_t answer_of(const std::vector<double>& row);
Scores classify(const Rows& outputs, const std::vector<int32_t>& labels, int k);

// The mean absolute error and the root mean square error over all elements.
Scores regress(const Rows& outputs, const Rows& targets);

// The area under the receiver operating characteristic: the probability that a sample of label 1 has a higher
// score than one of label 0; equal scores count half. Nothing if one of the labels does not occur.
Scores detect(const std::vector<double>& scores, const std::vector<int32_t>& labels);

}  // namespace nookc
