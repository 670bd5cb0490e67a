// The best program within budgets of RAM, flash and time.
#pragma once
#include <cmath>
#include <memory>
#include <optional>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/middle/search/footprint.h"

namespace nookc {

// The most that a program may take. A budget that is not given may be made as small as it goes.
struct Budget {
  std::optional<int64_t> ram, flash;  // bytes
  std::optional<double> cycles;
  double mhz = 0;  // the clock, for messages

  bool any() const { return ram || flash || cycles; }
};

// The figure that is to be as small as possible.
enum class Goal : uint8_t { kCycles, kRam, kFlash };

// Flash if there are budgets of RAM and time, RAM if there is one of time without one of RAM, else cycles.
constexpr Goal goal_of(const Budget& budget) {
  if (!budget.cycles || (budget.ram && budget.flash)) return Goal::kCycles;
  return budget.ram ? Goal::kFlash : Goal::kRam;
}
double in_goal(const ProgramSize& program, Goal goal);

// A budget that is too small: who needs most of it, and the least that would do. Bytes or cycles.
struct Shortage {
  Goal of = Goal::kRam;
  std::string who;
  double need = 0, have = 0;

  double missing() const { return need - have; }
};

// A program within a budget, and the bound that the search proved; or the shortage.
struct InBudget {
  Budget budget;
  ProgramSize used;
  // No choice within the budget takes less of the goal; equal to the figure of `used` unless the search ended
  // early, or left out a kernel that an earlier row beats by its order but not by the estimate.
  double least = 0;
  int tried = 0;                       // programs that were compared
  std::string slowest = {};            // the operator that takes most of the time
  std::optional<Shortage> lacks = {};  // where no program was found

  Goal goal() const { return goal_of(budget); }
};

// The search for one graph and any number of budgets: programs and plans that were computed for one budget
// are known for the others, and each budget gets the same program as alone. options.level is kBalanced.
class BudgetSearch {
 public:
  BudgetSearch(const Graph& graph, const CompileOptions& options);
  ~BudgetSearch();
  BudgetSearch(const BudgetSearch&) = delete;
  BudgetSearch& operator=(const BudgetSearch&) = delete;

  // The program that takes least of the goal within the budget; among those, the fastest. The choices are the
  // kernels of each operator, whole images or line buffers, and views. Diags as lower() and place(); N1006:
  // no choice fits; names the budget that is too small, and the least that would do, as facts.lacks does.
  Result<Program> best(const Budget& budget, InBudget& facts);

 private:
  struct Known;
  std::unique_ptr<Known> known_;
};

}  // namespace nookc
