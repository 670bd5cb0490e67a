// Branches and loops that are decided at run time: IF and WHILE.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

Value known_number(int64_t number);
Value known_truth(bool is);

// Both branches of an If.
std::string map_branches(Mapper& m);

// The initial values of a Loop or a Scan.
struct Iterations {
  std::optional<Value> count;      // nothing: the condition alone decides
  std::optional<Value> condition;  // for the first iteration; nothing: true
  bool decides = false;  // the graph takes the iteration number and a condition, and returns a condition
  std::vector<Value> states;
  // An input of which each iteration gets the next slice along an axis.
  struct Scanned {
    Value whole;
    int64_t axis;
    bool backwards;
  };
  std::vector<Scanned> scanned;
  // For results that collect a slice of each iteration: the stated values, otherwise 0.
  std::vector<int64_t> axes, backwards;
};

std::string map_iterations(Mapper& m, const Iterations& iterations);

}  // namespace nookc::onnx
