// A request to a planner of the interpreter to place the buffers of the scratch.
//
// Inputs and outputs in the application's own buffers appear here as buffers of 0 bytes, and a plan's entries
// for them are ignored. An offline plan comes next, then the online planner.
#pragma once
#include "nook/interpreter.h"
#include "nook/model/model.h"
#include "nook/plan/problem.h"

namespace nook {

struct PlanRequest {
  const Model& model;
  size_t tensor_count;   // tensors of the model
  Span<Buffer> buffers;  // buffers of the problem: tensors in order, then the operators' scratch in order
  Span<const int32_t> tensors;  // per buffer, its tensor; -1: scratch of an operator
  Problem problem;
  Plan plan;                      // offsets and height are the results
  Span<int32_t> order;            // working space, one element per buffer
  nook_interpreter_fault* fault;  // filled by the planner if it returns an error; never null
};

using Planner = nook_planner;

}  // namespace nook
