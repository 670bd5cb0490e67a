// Marks where the operators of a graph run conditionally or repeatedly: what remains of IF and WHILE after
// the subgraphs that they run are inlined.
//
//   IF:     if condition { then } else { else }            results: of both branches in the same bytes
//   WHILE:  copies; loop { condition's operators; break unless it; body; copies }
//
// A graph keeps "each tensor is written by one node": the results of a branch or body are tensors of their
// own, joined to the operator's result.
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
  size_t at;           // the node before which it stands
  TensorId condition;  // of kIf and kBreakUnless
  std::string label;   // "operator 3 WHILE": of kIf and kLoop
  // For kDone: the operator of the model and its results, which are now complete.
  int32_t source = -1;
  std::vector<TensorId> results = {};
  std::vector<TensorId> carried = {};  // of kLoop
};

struct GraphRegions {
  std::vector<RegionMark> marks;  // in order; those of a region enclose those of regions inside of it
  // The first tensor shares the bytes of the second, which no node writes.
  std::vector<std::pair<TensorId, TensorId>> joined;
  // These tensors keep bytes of their own under any renaming: they are copied.
  std::vector<TensorId> copied;

  bool empty() const { return marks.empty(); }
  // Nodes were added: `place` says for each node of before, and for the end, where it and what was added to
  // it begins now.
  void move_marks(const std::vector<size_t>& place) {
    for (RegionMark& mark : marks) mark.at = place[mark.at];
  }
};

}  // namespace nookc
