// Computes the sizes for models whose working memory is too large for the stack, using the stack alone:
// prepares one operator at a time, and knows only the buffers that are live at the current operator.
#pragma once
#include "nook/interp/interpreter.h"

namespace nook::interp {

// Places buffers in the order in which they are first needed, each at the lowest offset that clears the
// buffers live with it. It does not need to know any later buffer, so stepwise_sizes() can compute the height
// of its plan.
extern const nook_planner by_first_use_planner;

// Sizes that suffice for a construction with by_first_use_planner. `persistent` may exceed the need by one
// table of scales, and by named variables that several operators use; `scratch` may be the sum of all buffers
// if hundreds are live at once. kNoMemory: an operator has more operands than the stack has room for (about a
// hundred; fewer on 64 bits), or the model has IF or WHILE, for which the second function answers. Uses up
// to 8192 bytes of stack and time quadratic in the number of operators.
using StepwiseSizes = Code(const Model& model, const Resolver& resolver,
                           const nook_interpreter_options& options, MemorySizes* sizes,
                           InterpreterFault* fault);
StepwiseSizes stepwise_sizes;
// For models with IF and WHILE, with up to 8,192 subgraphs. `scratch` is the sum of all buffers if a subgraph
// runs from two places, or if subgraphs are nested more than 48 deep.
StepwiseSizes stepwise_control_sizes;

}  // namespace nook::interp
