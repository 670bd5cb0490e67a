#include "nookc/middle/passes/recurrent/hard_sigmoid.h"

#include <cmath>
#include <vector>

#include "nookc/middle/passes/floats/clamped_line.h"

namespace nookc {
namespace {

constexpr size_t kMostOperators = 12;
constexpr double kNear = 1e-6;  // 6 times the float next to 1 / 6 is not 1

bool is_hard_sigmoid(const ClampedLine& line) {
  return line.slope > 0 && std::isfinite(line.slope) && std::isfinite(line.offset) &&
         std::fabs(line.clamp.low) <= kNear && std::fabs(line.clamp.high - 1) <= kNear;
}

}  // namespace

std::optional<HardSigmoid> hard_sigmoid_of(CellReader& reader, TensorId t) {
  const Graph& graph = reader.graph();
  ClampedLine line;
  std::vector<TensorId> made, read;
  std::optional<HardSigmoid> found;
  const auto note = [&](TensorId x, bool fused) {
    if (is_hard_sigmoid(line)) found = HardSigmoid{x, fused, line.slope, line.offset}, read = made;
  };
  while (made.size() < kMostOperators) {
    const Node* const node = reader.users().producer(t);
    if (!node || node->erased() || node->out.size() != 1) break;
    if (renames(graph, *node)) {
      made.push_back(t), t = node->in[0];
      continue;
    }
    const auto step = line_step_of(graph, *node);
    if (!step) break;
    line.clamp_before(step->line.clamp);
    if (step->sum && step->fused) note(t, true);
    if (step->x == TensorId::kNone) break;
    line.move_before(step->line.slope, step->line.offset);
    made.push_back(t), t = step->x;
    if (!step->sum) note(t, false);
  }
  for (TensorId each : read) reader.producer(each);
  return found;
}

}  // namespace nookc
