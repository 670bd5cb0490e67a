// Copies a model with some of its operators moved into a branch or a loop, where they compute the same
// results.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace generated {

struct Outlined {
  std::string tflite;
  // Additional inputs after the model's own: numbers that decide which branch runs and how often loops
  // iterate. Every number gives the same outputs.
  size_t numbers = 0;
};

// Moves a range of operators into both branches of an IF, or into the body of a WHILE that iterates at least
// once and computes the same results each time; up to three times, so that they may be nested. Nothing: no
// range of this model can be moved.
std::optional<Outlined> outline(const std::string& tflite, uint64_t seed);

}  // namespace generated
