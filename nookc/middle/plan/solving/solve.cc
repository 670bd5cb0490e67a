#include "nookc/middle/plan/solving/solve.h"

#include <algorithm>

#include "nook/plan/greedy.h"
#include "nookc/core/nearest.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/solving/assign.h"
#include "nookc/middle/plan/solving/at.h"
#include "nookc/middle/plan/solving/instance.h"
#include "nookc/middle/plan/solving/one_pool.h"
#include "nookc/middle/plan/solving/verify_by_time.h"

namespace nookc {
namespace {

std::string describe(const nook::PlanVerdict& verdict, const Task& task, const std::vector<int32_t>& order) {
  const auto name = [&](int32_t i) { return "'" + first_name(task.buffers[at(order[at(i)])].name) + "'"; };
  const bool turned = verdict.b >= 0 && order[at(verdict.a)] > order[at(verdict.b)];
  const int32_t earlier = turned ? verdict.b : verdict.a, later = turned ? verdict.a : verdict.b;
  switch (verdict.fault) {
    case nook::PlanFault::kNone:
      return {};
    case nook::PlanFault::kSize:
      return "it has fewer offsets than there are buffers";
    case nook::PlanFault::kPool:
      return name(verdict.a) + " is in a pool that is not one of its candidates";
    case nook::PlanFault::kRange:
      return name(verdict.a) + " is outside of its pool or above the height of the plan";
    case nook::PlanFault::kAlignment:
      return name(verdict.a) + " is misaligned: its offset is not a multiple of its alignment";
    case nook::PlanFault::kPin:
      return name(verdict.a) + " is not where it is pinned";
    case nook::PlanFault::kOverlap:
      return name(earlier) + " and " + name(later) + " overlap while both are needed, at step " +
             decimal(verdict.step);
  }
  return {};
}

// Converts a solution between the order of the task's buffers and the order of the sorted problem.
Solution permuted(const Solution& from, const std::vector<int32_t>& order, bool to_task) {
  Solution s = from;
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t to = to_task ? at(order[i]) : i, source = to_task ? i : at(order[i]);
    s.offsets[to] = from.offsets[source];
    s.pools[to] = from.pools[source];
  }
  return s;
}

// Explains why nothing fits.
class Explain {
 public:
  Explain(const Task& task, const TaskProblem& problem, const Solution& why, const Effort& effort)
      : task_(task), whole_(problem), problem_(problem.problem()), why_(why), effort_(effort) {
    // Some dozens of questions each get a share of a second's work; no deadline changes the answer.
    effort_.work = std::min<int64_t>(effort.work, kSecondOfWork / 64);
    effort_.first_fit = true;
    effort_.deadline.reset();
  }

  Diag diag() {
    const int32_t refused = refused_buffer();
    const TaskBuffer& b = task_.buffers[at(whole_.order()[at(refused)])];
    std::string tried, ways;
    int64_t lacking = INT64_MAX;
    for (int32_t n = 0, pool; (pool = nook::candidate_pool(problem_, refused, n)) != nook::kAnywhere; ++n) {
      const MemoryPool& p = task_.pools[at(pool)];
      const int64_t have = nook::pool_at(problem_, pool).capacity, need = need_in(refused, pool);
      tried +=
          (n ? "; " : "") + p.name + " has " + decimal(have) + " and needs " +
          (need > have ? decimal(need) + " with it, " + decimal(need - have) + " short" : "more with it");
      if (const int64_t enough = enough_in(pool); enough > 0) {
        ways += (ways.empty() ? "" : ", or ") + p.name + " of " + decimal(enough) + " bytes";
        lacking = std::min(lacking, enough - have);
      }
    }
    const std::string what = "buffer '" + first_name(b.name) + "' of " + decimal(b.buffer.size) +
                             " bytes, aligned to " + decimal(b.buffer.alignment) + ", does not fit: " + tried;
    const std::string sure = why_.proved_infeasible ? "no plan fits" : "none of the plans tried fits";
    return {Exit::kDoesNotFit,
            "N1001",
            task_.source,
            what,
            sure + (ways.empty() ? "; no pool of up to 2 GiB is large enough" : "; it fits with " + ways),
            lacking};
  }

 private:
  // The first buffer that does not fit when the largest are placed first.
  int32_t refused_buffer() const {
    std::vector<int32_t> order(problem_.buffers.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);
    Solution s = empty();
    nook::Plan plan = s.plan();
    int32_t refused = nook::kAnywhere;
    (void)nook::place_in_order(problem_, &plan, {order.data(), order.size()}, &refused);
    return std::max(refused, 0);
  }

  Solution empty() const {
    Solution s;
    s.offsets.resize(problem_.buffers.size());
    s.pools.resize(problem_.buffers.size());
    s.heights.resize(problem_.pools.size());
    return s;
  }

  // The height of a pool if it must hold the buffer in addition to its present ones; 0: no plan was found.
  int64_t need_in(int32_t refused, int32_t pool) const {
    std::vector<nook::PlanPool> pools(problem_.pools.begin(), problem_.pools.end());
    pools[at(pool)].capacity = INT32_MAX;
    std::vector<nook::BufferRules> rules(problem_.rules.begin(), problem_.rules.end());
    rules[at(refused)].pool = pool;
    nook::Problem open = problem_;
    open.pools = {pools.data(), pools.size()};
    open.rules = {rules.data(), rules.size()};
    Effort effort = effort_;
    effort.first_fit = problem_.pools.size() > 1;
    const Solution s = best_plan(open, effort);
    return s.feasible ? s.heights[at(pool)] : 0;
  }

  // The smallest capacity of one pool with which everything fits, with the other pools unchanged; 0: there is
  // none.
  int64_t enough_in(int32_t pool) const {
    std::vector<nook::PlanPool> pools(problem_.pools.begin(), problem_.pools.end());
    nook::Problem open = problem_;
    const auto fits = [&](int64_t capacity) -> int64_t {
      pools[at(pool)].capacity = static_cast<int32_t>(capacity);
      open.pools = {pools.data(), pools.size()};
      const Solution s = best_plan(open, effort_);
      return s.feasible ? s.heights[at(pool)] : 0;
    };
    int64_t enough = fits(INT32_MAX), low = problem_.pools[at(pool)].capacity;
    if (enough == 0) return 0;
    while (low + 1 < enough) {
      const int64_t middle = low + (enough - low) / 2;
      if (const int64_t height = fits(middle); height > 0) {
        enough = std::max(height, low + 1);
      } else {
        low = middle;
      }
    }
    return enough;
  }

  const Task& task_;
  const TaskProblem& whole_;
  const nook::Problem& problem_;
  const Solution& why_;
  Effort effort_;
};

// Computes the remaining gap of a solver that proves nothing.
void add_bounds(const nook::Problem& problem, Solution* s) {
  if (!s->lower_bounds.empty()) return;
  for (int32_t p = 0; p < nook::pool_count(problem); ++p) {
    const OnePool one(problem, s->pools, p);
    s->lower_bounds.push_back(make_instance(one.problem()).lower_bound);
  }
  s->optimal = nook::pool_count(problem) == 1 && s->heights[0] == s->lower_bounds[0];
  s->cost = cost_of(problem, s->pools);
}

Diag wrong_plan(const Task& task, const nook::PlanVerdict& verdict, const std::vector<int32_t>& order,
                const std::string& hint) {
  return {Exit::kDoesNotFit, "N1002", task.source, "the plan is wrong: " + describe(verdict, task, order),
          hint};
}

}  // namespace

Result<TaskPlan> solve_task(const Task& task, const std::string& solver, const Effort& effort,
                            KnownPlans* known) {
  if (const Status sound = check_task(task); !sound) return sound.diag();
  const Solver* solve = find_solver(solver);
  if (!solve)
    return Diag{Exit::kUsage,
                "N2015",
                {},
                "there is no solver '" + solver + "'" + did_you_mean(solver, solver_names()),
                "solvers: " + join_text(solver_names())};
  const auto start = std::chrono::steady_clock::now();
  const bool hints = std::ranges::any_of(task.pools, [](const MemoryPool& p) { return p.hint > 0; });
  for (const bool with_hints : {true, false}) {
    const TaskProblem whole(task, with_hints);
    Solution s = known && solver == kDefaultSolver ? best_plan_with(known, whole.problem(), effort)
                                                   : (*solve)(whole.problem(), effort);
    if (!s.feasible && with_hints && hints) continue;  // hints are wishes, so a plan without them is tried
    if (!s.feasible) return Explain(task, whole, s, effort).diag();
    add_bounds(whole.problem(), &s);
    if (const auto verdict = verify_by_time(whole.problem(), s.plan()); !verdict.ok())
      return wrong_plan(task, verdict, whole.order(),
                        "solver " + solver + " is at fault and its plan was not used; please report it");
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return TaskPlan{permuted(s, whole.order(), true), solver, seconds.count()};
  }
  return Diag{};
}

TaskPlan measured(const Task& task, const Solution& plan, const std::string& source) {
  const TaskProblem whole(task, false);
  Solution sorted = permuted(plan, whole.order(), false);
  add_bounds(whole.problem(), &sorted);
  return {permuted(sorted, whole.order(), true), source, 0};
}

Status check_plan(const Task& task, const Solution& plan) {
  if (const Status sound = check_task(task); !sound) return sound.diag();
  const TaskProblem whole(task, false);
  if (plan.offsets.size() != task.buffers.size() || plan.pools.size() != task.buffers.size() ||
      plan.heights.size() != task.pools.size())
    return Diag{Exit::kDoesNotFit, "N1002", task.source,
                "the plan has " + decimal(static_cast<int64_t>(plan.offsets.size())) + " offsets, expected " +
                    decimal(static_cast<int64_t>(task.buffers.size())),
                "a plan belongs to one problem; plan again"};
  Solution sorted = permuted(plan, whole.order(), false);
  if (const auto verdict = verify_by_time(whole.problem(), sorted.plan()); !verdict.ok())
    return wrong_plan(task, verdict, whole.order(), "leave the plan out, or correct it");
  return Done{};
}

}  // namespace nookc
