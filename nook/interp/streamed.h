// Sizes of models whose working memory is too large for the stack, in the stack alone: operators are prepared
// one after the other, and only the buffers that are needed at the operator at hand are known.
#pragma once
#include "nook/interp/interpreter.h"

namespace nook::interp {

// Places buffers in the order in which they are first needed, each as low as it clears those that are needed
// with it. It needs to know no other, which is why streamed_sizes() can tell the height of its plan.
extern const nook_planner by_first_use_planner;

// Sizes that are enough for a construction with by_first_use_planner: `persistent` may be above its need by
// one table of scales, and by named variables that several operators use; `scratch`, of models that need
// hundreds of buffers at once, may be the sum of all. kNoMemory: a model with IF or WHILE, or an operator
// with more operands than the stack has room for. Takes up to 8192 bytes of stack, and a time that grows
// with the square of the number of operators.
Code streamed_sizes(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                    MemorySizes* sizes, InterpreterFault* fault);

}  // namespace nook::interp
