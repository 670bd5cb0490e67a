// Marks where the operators of a graph run conditionally or repeatedly. IF and WHILE become such marks when
// their subgraphs are inlined.
//
//   IF:     if condition { then } else { else }            results: both branches write the same bytes
//   WHILE:  copies; loop { condition's operators; break unless it; body; copies }
//
// To preserve "each tensor is written by one node", the results of a branch or body are separate tensors,
// joined to the operator's result.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nookc {

enum class TensorId : uint32_t;

struct RegionMark {
  enum class Kind : uint8_t { kIf, kElse, kEndIf, kLoop, kBreakUnless, kEndLoop, kDone };
  Kind kind;
  size_t at;           // the node that follows the mark
  TensorId condition;  // for kIf and kBreakUnless
  std::string label;   // "operator 3 WHILE", for kIf and kLoop
  // For kDone: the operator of the model and its results, which are now complete.
  int32_t source = -1;
  std::vector<TensorId> results = {};
  std::vector<TensorId> carried = {};  // for kLoop
};

struct GraphRegions {
  std::vector<RegionMark> marks;  // in order; the marks of a region enclose the marks of nested regions
  // The first tensor shares the bytes of the second, which no node writes.
  std::vector<std::pair<TensorId, TensorId>> joined;
  // These tensors keep their own bytes under any renaming: they are copied.
  std::vector<TensorId> copied;

  bool empty() const { return marks.empty(); }
  // Updates the marks after nodes were added: `place` gives the new index of each old node, and of the end,
  // including the nodes inserted before it.
  void move_marks(const std::vector<size_t>& place) {
    for (RegionMark& mark : marks) mark.at = place[mark.at];
  }
};

}  // namespace nookc
