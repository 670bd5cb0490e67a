// Masks: scores that a SOFTMAX is to drop are infinite, or so low that a range with them leaves no integers
// for the others. The result is the same for all scores that are far enough below the largest of their row.
#pragma once
#include <span>
#include <vector>

#include "nookc/study/quantize/constants.h"

namespace nookc {

// The integers of a LOG_SOFTMAX end here.
inline constexpr double kLeastLogarithm = -16;

// Per tensor, whether it is a result of a LOG_SOFTMAX, or elements of one: masked scores remain masks.
std::vector<bool> logarithms_of(const Graph& graph);

// Per tensor, whether values beyond some limit do not matter: all its readers lead to a SOFTMAX or
// LOG_SOFTMAX, by operators that keep such a value beyond a limit.
std::vector<bool> masked_tensors(const Graph& graph);

// Whether a node is a SOFTMAX or LOG_SOFTMAX of floats.
bool reads_scores(const Graph& graph, const Node& node);

// Adds the largest value of each row that is not masked as a whole to `peaks`.
void add_peaks(const Graph& graph, const Node& softmax, std::span<const float> scores, Range* peaks);

// Limits the ranges and constants of masks to the values that matter in a precision, where that makes them
// less than a quarter as wide. `ranges` grows with the graph. Returns whether a constant changed.
bool limit_masks(Graph& graph, const Calibration& calibration, Precision precision,
                 std::vector<Range>* ranges);

}  // namespace nookc
