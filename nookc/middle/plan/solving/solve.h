// From a task to a checked plan.
#pragma once
#include <string>

#include "nookc/middle/plan/solving/known_plans.h"
#include "nookc/middle/plan/solving/solution.h"
#include "nookc/middle/plan/solving/solver.h"
#include "nookc/middle/plan/solving/task.h"

namespace nookc {

// A task's plan: `solution` is in the order of its buffers and pools.
struct TaskPlan {
  Solution solution;
  std::string solver;
  double seconds = 0;
};

// Diags: as check_task(); N1001: it does not fit, with the buffer, the pools tried, the missing bytes and a
// sufficient capacity; N1002: a solver's plan was wrong and is not used; N2015: there is no such solver.
// `known`: plans for the default solver, to which it adds; null: none.
Result<TaskPlan> solve_task(const Task& task, const std::string& solver, const Effort& effort,
                            KnownPlans* known = nullptr);

// A plan that passed check_plan(), with its bounds and cost; `source` names its origin.
TaskPlan measured(const Task& task, const Solution& plan, const std::string& source);

// Checks a plan of any origin against the task. Diag N1002 names the violation.
Status check_plan(const Task& task, const Solution& plan);

}  // namespace nookc
