// Branches and turns that are decided when the model runs: IF and WHILE.
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

// What the turns of a Loop or a Scan start from.
struct Turns {
  std::optional<Value> count;      // none: as many as the condition says
  std::optional<Value> condition;  // of the first turn; none: it is true
  bool decides = false;            // the graph gets the turn's number and a condition, and gives a condition
  std::vector<Value> states;
  // Each turn gets the next part along an axis.
  struct Scanned {
    Value whole;
    int64_t axis;
    bool backwards;
  };
  std::vector<Scanned> scanned;
  // Of the results that have a part of each turn, as far as they are stated; otherwise 0.
  std::vector<int64_t> axes, backwards;
};

std::string map_turns(Mapper& m, const Turns& turns);

}  // namespace nookc::onnx
