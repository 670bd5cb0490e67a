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
  // kClassify
  std::optional<double> accuracy, top_k;
  int k = 0;                                    // of top_k
  std::vector<std::vector<int64_t>> confusion;  // [label][answer]
  // kRegress
  std::optional<double> mean_error, root_mean_square;
  // kDetect
  std::optional<double> auc;
};

using Rows = std::vector<std::vector<double>>;  // a row for each sample

// The answer is the largest element of a row, the first of equals. Labels are below the size of the rows.
int64_t answer_of(const std::vector<double>& row);
Scores classify(const Rows& outputs, const std::vector<int32_t>& labels, int k);

// The mean of the distances, and the root of the mean of their squares, over all elements.
Scores regress(const Rows& outputs, const Rows& targets);

// The area under the receiver operating characteristic: how often a sample of label 1 has a higher score than
// one of label 0; equal scores count half. Nothing if one of the labels does not occur.
Scores detect(const std::vector<double>& scores, const std::vector<int32_t>& labels);

}  // namespace nookc
