// A model again with some of its operators in a branch or a loop, where they compute what they computed.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace generated {

struct Outlined {
  std::string tflite;
  // Inputs behind those of the model: numbers that say which way branches go and how often loops turn.
  // Every number gives the same outputs.
  size_t numbers = 0;
};

// A stretch of operators becomes both ways of an IF, or the body of a WHILE that turns once or more often and
// computes the same in each turn; up to three times, so that one may be in another. Nothing: no stretch of
// this model can be moved.
std::optional<Outlined> outline(const std::string& tflite, uint64_t seed);

}  // namespace generated
