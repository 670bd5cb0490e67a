#pragma once
#include <vector>

#include "nookc/graph/graph.h"
#include "nookc/study/quantize/moments.h"

namespace nookc {

// How a matrix is rounded to integers with one scale.
struct RoundedMatrix {
  Tensor weights;              // floats, each a multiple of the scale that weight_scales() gives
  std::vector<double> errors;  // per row: the average error of its sum, which a bias can take back
};

// Rounds a matrix [rows][columns] of floats, so that its products with vectors of these moments change least:
// each column takes back the changes of the columns before it, as far as their elements go together (Frantar
// and others, 2022: GPTQ; Chee and others, 2023: LDLQ). Where a bias takes back the average, only deviations
// from it count. A matrix that moments say nothing about is returned as it is.
RoundedMatrix round_together(const Tensor& matrix, const Moments& moments, bool has_bias);

}  // namespace nookc
