// Where the operators of a graph run conditionally or repeatedly: what is left of IF and WHILE when the
// subgraphs that they run are in line.
//
//   IF:     if condition { then } else { else }            results: of both branches in the same bytes
//   WHILE:  copies; loop { condition's operators; break unless it; body; copies }
//
// A graph keeps "each tensor is written by one node": a branch's result and a body's are tensors of their own
// that are joined to the result of the operator.
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
  // Of kDone: the operator of the model, and its results, which are complete.
  int32_t source = -1;
  std::vector<TensorId> results = {};
};

struct GraphRegions {
  std::vector<RegionMark> marks;  // in order; those of a region enclose those of regions inside of it
  // The first has the bytes of the second, which no node writes.
  std::vector<std::pair<TensorId, TensorId>> joined;
  // No renaming makes them other tensors' bytes: they are copied.
  std::vector<TensorId> copied;

  bool empty() const { return marks.empty(); }
};

}  // namespace nookc
