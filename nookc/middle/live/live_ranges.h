// The only place that computes live ranges: of a model's tensors, of a program's whole images, and of the
// buffers to plan.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "nook/model/model.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The steps from the first use to the last, both included. `last` is -1 if there is no use.
struct LiveRange {
  int32_t first = INT32_MAX, last = -1;

  void touch(int32_t step) { first = std::min(first, step), last = std::max(last, step); }
  bool includes(int32_t step) const { return first <= step && step <= last; }
};

// The bytes in use at each step.
class LiveBytes {
 public:
  // Ranges outside the steps from `begin` to `end` are cut off.
  LiveBytes(int32_t begin, int32_t end, const std::vector<std::pair<LiveRange, int64_t>>& ranges);

  // The bytes of all ranges that include one of these steps.
  int64_t during(int32_t first, int32_t last) const {
    return begun_[static_cast<size_t>(last - begin_ + 1)] - ended_[static_cast<size_t>(first - begin_)];
  }
  int64_t at(int32_t step) const { return during(step, step); }

 private:
  int32_t begin_;
  // Bytes of the ranges that begin, or end, before step begin_ + i.
  std::vector<int64_t> begun_, ended_;
};

// The bytes of planned buffers in use at each step up to `exit`; buffers that share bytes count twice.
LiveBytes live_bytes(const std::vector<Planned>& buffers, int32_t exit);

// A tensor that owns its bytes. Steps are calls; -1 is the entry, the number of calls is the exit.
struct WholeTensor : LiveRange {
  int64_t bytes = 0;  // size in the scratch; 0: the tensor is elsewhere or never produced
  bool output = false;
  bool held =
      false;  // read once more after the last call: in the next iteration of a loop, or as a condition
};

// Per tensor of a lowered program, from the call that produces it to the last that reads it. Images count as
// a whole even if they run by rows.
std::vector<WholeTensor> whole_tensors(const Program& program, const Storage& storage,
                                       const CompileOptions& options);

// The live ranges of the tensors in scratch, per root, in the plan's steps (Call::step).
struct ScratchRanges {
  std::map<TensorId, LiveRange> of;
  std::set<TensorId> held;  // tensors that are read once more after the last call that reads them
};
ScratchRanges scratch_ranges(const Program& program, const Storage& storage, const CompileOptions& options);

// Whether the bytes of a tensor are in scratch; false for TensorId::kNone.
bool in_scratch(const Program& program, TensorId t);

// The live ranges of a .tflite's tensors: operator i is step i + 1, step 0 is the entry.
std::vector<LiveRange> live_ranges(const nook::SubgraphView& graph);

}  // namespace nookc
