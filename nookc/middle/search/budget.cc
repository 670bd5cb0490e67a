#include "nookc/middle/search/budget.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/search/fastest.h"
#include "nookc/middle/search/price.h"
#include "nookc/target/linked.h"

namespace nookc {

// All programs of a graph, and how many were compared.
struct Programs {
  std::vector<Structure> structures;
  int tried = 0;
};

namespace {

// The program that takes least of a goal, and what none goes below.
struct Least {
  Fastest found;
  double proven = 0;
};

Fastest ask(Programs& all, const BudgetLimits& limits, Until until) {
  Fastest found = fastest(all.structures, limits, until);
  all.tried += found.tried;
  return found;
}

const Program& program_of(const Fastest& found) { return *found.by->evaluate(found.choices); }

int64_t bytes_of(const Fastest& found, Goal goal) {
  return goal == Goal::kRam ? ram_bytes(program_of(found)) : program_flash(program_of(found));
}

BudgetLimits limits_of(const Budget& budget) {
  BudgetLimits limits;
  if (budget.ram) limits.ram = *budget.ram;
  if (budget.flash) limits.flash = *budget.flash;
  if (budget.cycles) limits.cycles = *budget.cycles;
  return limits;
}

// The fewest bytes, by bisection: whether a program fits is a question to fastest().
Least fewest_bytes(Programs& all, BudgetLimits limits, Goal goal) {
  int64_t& most = goal == Goal::kRam ? limits.ram : limits.flash;
  Least least{ask(all, limits, Until::kFirst), 0};
  if (!least.found.by) return least;
  int64_t low = 0, bytes = bytes_of(least.found, goal), proven = 0;
  const Deadline& deadline = least.found.by->options().effort.deadline;
  while (low < bytes && !over(deadline)) {
    most = low + (bytes - low) / 2;
    const Fastest other = ask(all, limits, Until::kFirst);
    if (other.by) {
      least.found = other, bytes = std::min(most, bytes_of(other, goal));
      continue;
    }
    low = most + 1;
    if (!std::isfinite(other.bound)) proven = low;
  }
  most = bytes;
  if (const Fastest quickest = ask(all, limits, Until::kFastest); quickest.by) least.found = quickest;
  least.proven = static_cast<double>(std::min(proven, bytes));
  return least;
}

Least least_of(Programs& all, const BudgetLimits& limits, Goal goal) {
  if (goal != Goal::kCycles) return fewest_bytes(all, limits, goal);
  const Fastest found = ask(all, limits, Until::kFastest);
  return {found, std::min(found.cycles, found.bound)};
}

Programs programs_of(Evaluator& all, Evaluator& smaller, Weighs weighs) {
  Programs made{structures_of(all, weighs)};
  const auto may_strip = [](const Structure& s) { return s.all->may_strip(s.plain); };
  if (std::ranges::none_of(made.structures, may_strip)) return made;
  for (Structure& s : structures_of(smaller, weighs)) made.structures.push_back(std::move(s));
  return made;
}

std::string describe(const Program& program, size_t call) {
  return describe(program.graph, program.graph.nodes[index(program.calls[call].node)]);
}

// The operator during which most bytes are live.
std::string busiest(const Program& program) {
  const int32_t exit = static_cast<int32_t>(program.calls.size()) + 1;
  const LiveBytes live = live_bytes(program.buffers, exit);
  int32_t peak = 0;
  for (int32_t step = 0; step <= exit; ++step)
    if (live.at(step) > live.at(peak)) peak = step;
  if (peak <= 0 || peak >= exit) return "its inputs and outputs";
  return describe(program, static_cast<size_t>(peak) - 1);
}

// The operator that reads most bytes of constants.
std::string largest(const Program& program) {
  const auto bytes = [&](const Call& call) {
    int64_t sum = 0;
    for (const Location& at : call.in)
      if (at.kind == Location::Kind::kConstant)
        sum += static_cast<int64_t>(program.constants[static_cast<size_t>(at.index)].bytes->size());
    return sum;
  };
  const auto most = std::ranges::max_element(program.calls, {}, bytes);
  return describe(program, static_cast<size_t>(most - program.calls.begin()));
}

std::string slowest(const Program& program, const CompileOptions& options) {
  const auto cycles = [&](const Call& call) { return cycles_of(program, call, options); };
  const auto most = std::ranges::max_element(program.calls, {}, cycles);
  return describe(program, static_cast<size_t>(most - program.calls.begin()));
}

// Microseconds as milliseconds, "41.3".
std::string as_milliseconds(double microseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", microseconds / 1000);
  std::string shown = text;
  while (shown.back() == '0') shown.pop_back();
  if (shown.back() == '.') shown.pop_back();
  return shown;
}

// The shortage of one budget, if this program takes the least of it.
Shortage shortage_of(const Program& program, const CompileOptions& options, const Budget& budget, Goal goal) {
  const ProgramSize needs = footprint(program, options);
  if (goal == Goal::kCycles) return {goal, slowest(program, options), needs.cycles, *budget.cycles};
  const bool ram = goal == Goal::kRam;
  return {goal, ram ? busiest(program) : largest(program), in_goal(needs, goal),
          static_cast<double>(ram ? *budget.ram : *budget.flash)};
}

Diag refused(const std::string& file, const Shortage& lacks, double mhz) {
  std::string of = lacks.of == Goal::kRam ? "RAM" : "flash", need, have, missing, least;
  if (lacks.of == Goal::kCycles) {
    const double microseconds = std::ceil(lacks.need / mhz), given = lacks.have / mhz;
    of = "time", need = as_milliseconds(microseconds) + " ms", have = as_milliseconds(given);
    missing = as_milliseconds(microseconds - given), least = as_milliseconds(microseconds) + "ms";
  } else {
    const auto bytes = [](double value) { return std::to_string(std::llround(value)); };
    need = bytes(lacks.need) + " bytes", have = bytes(lacks.have), missing = bytes(lacks.missing());
    least = bytes(lacks.need);
  }
  Diag diag{Exit::kDoesNotFit, "N1006", file,
            lacks.who + " needs most of the " + of + ": need " + need + " in all, have " + have + ", " +
                missing + " are missing",
            "the least budget of " + of + " that suffices is " + least};
  if (lacks.of != Goal::kCycles) diag.lacking = std::llround(lacks.missing());
  return diag;
}

bool is_given(const Budget& budget, Goal goal) {
  return goal == Goal::kRam     ? budget.ram.has_value()
         : goal == Goal::kFlash ? budget.flash.has_value()
                                : budget.cycles.has_value();
}

bool exceeds(const ProgramSize& needs, const BudgetLimits& limits, Goal goal) {
  return goal == Goal::kRam     ? needs.ram > limits.ram
         : goal == Goal::kFlash ? needs.flash > limits.flash
                                : needs.cycles > limits.cycles;
}

// A program that a search for the least of one budget finds within all of them, although the search for the
// goal ended early; or why there is none: the first budget that, raised alone, would do, otherwise the first
// that is too small without the others.
Result<Fastest> by_other_goals(Programs& all, Evaluator& evaluator, const Budget& budget,
                               std::optional<Shortage>& lacks) {
  const CompileOptions& options = evaluator.options();
  const BudgetLimits limits = limits_of(budget), none;
  for (const bool alone : {false, true})
    for (const Goal goal : {Goal::kRam, Goal::kFlash, Goal::kCycles}) {
      if (!is_given(budget, goal)) continue;
      BudgetLimits others = alone ? none : limits;
      if (goal == Goal::kRam) others.ram = none.ram;
      if (goal == Goal::kFlash) others.flash = none.flash;
      if (goal == Goal::kCycles) others.cycles = none.cycles;
      const Fastest found = least_of(all, others, goal).found;
      if (!found.by) continue;
      if (exceeds(footprint(program_of(found), options), limits, goal)) {
        lacks = shortage_of(program_of(found), options, budget, goal);
        return refused(evaluator.graph().file, *lacks, budget.mhz);
      }
      if (!alone) return found;
    }
  if (const Result<Program>& whole = evaluator.evaluate({Views::kAll, {}, Lines::kNone}); !whole)
    return whole.diag();
  return Diag{Exit::kDoesNotFit, "N1006", evaluator.graph().file, "no program was found within all budgets",
              "raise one of them; each can be met alone"};
}

}  // namespace

double in_goal(const ProgramSize& program, Goal goal) {
  return goal == Goal::kCycles ? program.cycles
         : goal == Goal::kRam  ? static_cast<double>(program.ram)
                               : static_cast<double>(program.flash);
}

struct BudgetSearch::Known {
  Known(const Graph& of, const CompileOptions& with)
      : graph(of), options(with), small(with), plans(std::make_shared<KnownPlans>()) {
    small.level = Level::kRam;
  }

  Programs& programs(Weighs weighs) {
    std::optional<Programs>& made = weighs == Weighs::kFlashToo ? with_flash : without_flash;
    if (!made) made = programs_of(all, smaller, weighs);
    made->tried = 0;
    return *made;
  }

  const Graph graph;
  const CompileOptions options;
  CompileOptions small;  // whose strips save memory whatever they cost
  std::shared_ptr<KnownPlans> plans;
  Evaluator all{graph, options, plans}, smaller{graph, small, plans};
  std::optional<Programs> with_flash, without_flash;
};

BudgetSearch::BudgetSearch(const Graph& graph, const CompileOptions& options)
    : known_(std::make_unique<Known>(graph, options)) {}

BudgetSearch::~BudgetSearch() = default;

Result<Program> BudgetSearch::best(const Budget& budget, InBudget& facts) {
  const Goal goal = goal_of(budget);
  Programs& programs =
      known_->programs(budget.flash || goal == Goal::kFlash ? Weighs::kFlashToo : Weighs::kCyclesAndRam);
  Least least = least_of(programs, limits_of(budget), goal);
  if (!least.found.by) {
    facts = {budget, {}};
    const Result<Fastest> other = by_other_goals(programs, known_->all, budget, facts.lacks);
    if (!other) return other.diag();
    least.found = *other;
  }
  Evaluator& by = *least.found.by;
  facts = {budget, footprint(program_of(least.found), by.options()), least.proven, programs.tried};
  facts.slowest = slowest(program_of(least.found), by.options());
  return by.evaluate(least.found.choices);
}

}  // namespace nookc
