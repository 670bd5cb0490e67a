#pragma once
#include <vector>

#include "nookc/study/quantize/moments.h"

namespace nookc {

// A matrix [rows][columns] of floats that becomes integers.
struct UnroundedRows {
  std::vector<float> weights;
  std::vector<float> scales;  // a scale for each weight, as weight_scales() gives them
  size_t rows = 0;
  int bits = 8;
  size_t biases = 0;  // how many each row's sum has: the last elements of the vectors multiply them
};

struct RoundedRows {
  std::vector<float> weights;  // multiples of their scales; weight_scales() finds the same scales in them
  std::vector<double> errors;  // [row][bias]: the number that the bias is to lose
};

// Rounds a matrix so that its products with vectors of these moments change least: each column takes back the
// changes of the columns before it, as far as their elements go together (Frantar and others, 2022: GPTQ;
// Chee and others, 2023: LDLQ). Biases, which are not rounded, take back as much as possible: one whose
// element is always 1 takes back the average. A matrix that moments say nothing about is returned as it is.
RoundedRows round_together(const UnroundedRows& matrix, const Moments& moments);

}  // namespace nookc
