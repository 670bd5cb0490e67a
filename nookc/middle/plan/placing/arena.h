#pragma once
#include "nookc/middle/plan/placing/memory_task.h"

namespace nookc {

// Adds the scratch of operators that hold commands (nookc/graph/ethos_u.h) to a task whose tensors and
// separations are complete. All of it, the operands' places in it too, is in one pool. While commands run,
// the bytes of the tensors that they leave alone count as a part of the scratch; at all other steps, other
// tensors may use what these leave free. A tensor that lives across such an operator keeps the place that
// Vela gave it inside of the scratch, where that is possible: no plan is then higher than Vela's. Diags:
// N1001, no pool has room; N1005, no pool is reached by all; N2018, the user wants a tensor elsewhere; N3040,
// a pass needs a tensor for longer than the file does.
Status place_arena(const Program& program, MemoryTask& made);

}  // namespace nookc
