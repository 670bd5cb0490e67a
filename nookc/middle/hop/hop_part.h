#pragma once
#include "nookc/middle/hop/motion.h"

namespace nookc {

// The operator of a node on some rows of its operands instead of all.
struct HopPart {
  const RowRule& rule;
  Rows made;             // the rows of the results
  int32_t operand_rows;  // rows of the operand in the whole window
};

// Changes a copy of a node, which still has the operands of the whole window, to one that computes a part:
// its padding along the time, and constants that name a number of rows. The caller replaces operands and
// results.
void narrow(Graph& graph, const Motion& motion, const HopPart& part, Node& node);

}  // namespace nookc
