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
// if hundreds are live at once. kNoMemory: a model with IF or WHILE, or an operator with more operands than
// the stack has room for. Uses up to 8192 bytes of stack and time quadratic in the number of operators.
Code stepwise_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                    MemorySizes* sizes, InterpreterFault* fault);

}  // namespace nook::interp
