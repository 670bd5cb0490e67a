// The best program within budgets of RAM, flash and time.
#include "nookc/middle/search/budget.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/search/evaluate.h"
#include "tests/rows/random_network.h"
#include "tests/test.h"

using namespace nookc;

namespace {

// The kernels of an operator, and which rows line buffers may take with each.
struct OfNode {
  size_t node;
  std::vector<std::pair<const nook::KernelEntry*, KernelRows>> kernels;
};

// Nothing if figures of a core without a cycle model contradict the order of the rows, which then decides.
std::vector<OfNode> kernels_of(Evaluator& all, const Program& program) {
  std::vector<OfNode> nodes;
  for (const Call& call : program.calls) {
    OfNode made{index(call.node), {}};
    double slowest = 0;
    for (const Candidate& each : all.kernels_of(program, made.node).candidates) {
      made.kernels.emplace_back(each.row, each.row->scratch(call.op.params) > 0
                                              ? KernelRows::kWorthTheirCode
                                              : KernelRows::kWithoutScratch);
      Call with = call;
      take(*each.row, &with.op), with.estimate = each.estimate;
      const double cycles = cycles_of(program, with, all.options());
      if (cycles < slowest && !estimates_kernels(*program.target)) return {};
      slowest = std::max(slowest, cycles);
    }
    if (!made.kernels.empty()) made.kernels.back().second = KernelRows::kReference;
    nodes.push_back(std::move(made));
  }
  return nodes;
}

// Adds the footprint of each choice of kernels.
void add_all(Evaluator& all, Choices choices, const std::vector<OfNode>& nodes,
             std::vector<ProgramSize>& found) {
  std::vector<size_t> digits(nodes.size());
  for (size_t at = 0; at < nodes.size();) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      const auto& [kernel, rows] = nodes[i].kernels[digits[i]];
      choices.kernels[nodes[i].node] = kernel, choices.rows[nodes[i].node] = rows;
    }
    const Result<Program>& made = all.evaluate(choices);
    if (made) found.push_back(footprint(*made, all.options()));
    for (at = 0; at < nodes.size() && ++digits[at] == nodes[at].kernels.size(); ++at) digits[at] = 0;
  }
}

// Every choice of kernels, of line buffers and of views; nothing if there are more than `most`.
std::vector<ProgramSize> all_choices(const Graph& graph, const CompileOptions& options, size_t most) {
  std::vector<ProgramSize> found;
  const size_t nodes = graph.nodes.size() * 2 + 1;
  for (const Level level : {Level::kBalanced, Level::kRam}) {
    CompileOptions of = options;
    of.level = level;
    Evaluator evaluator(graph, of);
    for (const Views views : {Views::kAll, Views::kWholeTensors, Views::kNone})
      for (const Lines lines : {Lines::kNone, Lines::kCountOverwriting, Lines::kIgnoreOverwriting}) {
        Choices choices{views, std::vector<KernelRows>(nodes, KernelRows::kWithoutScratch), Lines::kNone};
        const Result<Program>& program = evaluator.unplaced(choices);
        if (!program) continue;
        const std::vector<OfNode> kernels = kernels_of(evaluator, *program);
        if (kernels.empty()) return {};
        size_t count = 1;
        for (const OfNode& each : kernels) count = std::min(most + 1, count * each.kernels.size());
        if (count > most) return {};
        choices.lines = lines, choices.kernels.resize(nodes);
        add_all(evaluator, choices, kernels, found);
      }
  }
  return found;
}

// Budgets that some choices just meet or just miss. Any one, two or all three are given.
std::vector<Budget> some_budgets(const std::vector<ProgramSize>& all, test::Rng& rng) {
  std::vector<Budget> budgets;
  const auto any = [&]() -> const ProgramSize& {
    return all[static_cast<size_t>(rng.in(0, static_cast<int32_t>(all.size()) - 1))];
  };
  for (int32_t given = 1; given < 8; ++given)
    for (int i = 0; i < 2; ++i) {
      Budget budget;
      budget.mhz = 100;
      if (given & 1) budget.ram = any().ram - rng.in(0, 1);
      if (given & 2) budget.flash = any().flash - rng.in(0, 1);
      if (given & 4) budget.cycles = any().cycles - rng.in(0, 1);
      budgets.push_back(budget);
    }
  return budgets;
}

bool meets(const ProgramSize& point, const Budget& budget) {
  return (!budget.ram || point.ram <= *budget.ram) && (!budget.flash || point.flash <= *budget.flash) &&
         (!budget.cycles || point.cycles <= *budget.cycles);
}

// The least of the goal, and among those programs the fewest cycles.
std::optional<std::pair<double, double>> best_of(const std::vector<ProgramSize>& all, const Budget& budget) {
  std::optional<std::pair<double, double>> best;
  for (const ProgramSize& point : all) {
    const std::pair each(in_goal(point, goal_of(budget)), point.cycles);
    if (meets(point, budget) && (!best || each < *best)) best = each;
  }
  return best;
}

}  // namespace

TEST(the_program_in_a_budget_is_the_best_of_all_choices) {
  int networks = 0, met = 0, refused = 0, traded = 0;
  for (uint32_t seed = 0; seed < test::seeds(300); ++seed) {
    Graph graph = test::random_network(seed, seed % 2 ? test::Operators::kViews : test::Operators::kFilters);
    make_views(graph);
    const CompileOptions options = test::options_for(seed % 3 ? "cortex-m4" : "cortex-m55");
    const std::vector<ProgramSize> all = all_choices(graph, options, 96);
    if (all.empty()) continue;
    ++networks;
    test::Rng rng(seed);
    std::set<std::pair<double, double>> answers;
    for (const Budget& budget : some_budgets(all, rng)) {
      const auto best = best_of(all, budget);
      InBudget facts;
      const Result<Program> program = BudgetSearch(graph, options).best(budget, facts);
      EXPECT_EQ(program.operator bool(), best.has_value());
      if (!program || !best) {
        ++refused;
        EXPECT(program || program.diag().code == "N1006");
        continue;
      }
      ++met, answers.insert(*best);
      const ProgramSize used = footprint(*program, options);
      EXPECT(meets(used, budget) && used == facts.used);
      if (in_goal(used, facts.goal()) != best->first || used.cycles != best->second)
        std::printf("seed %u, goal %d: %.0f, %.0f cycles; best %.0f, %.0f\n", seed,
                    static_cast<int>(facts.goal()), in_goal(used, facts.goal()), used.cycles, best->first,
                    best->second);
      EXPECT(in_goal(used, facts.goal()) == best->first && used.cycles == best->second);
      EXPECT(facts.least == best->first);
    }
    traded += answers.size() > 1;
  }
  std::printf("%d networks, %d budgets met, %d refused, %d with several answers\n", networks, met, refused,
              traded);
  EXPECT(networks >= test::at_least(100) && met >= test::at_least(500) && refused >= test::at_least(100));
  EXPECT(traded >= test::at_least(50));
}

// The front of a model asks one search for many budgets, nook compile asks a new one for each.
TEST(a_budget_gets_the_same_program_whatever_budgets_came_before) {
  int met = 0, refused = 0, other_goals = 0;
  for (uint32_t seed = 0; seed < test::seeds(24); ++seed) {
    Graph graph = test::random_network(seed, seed % 2 ? test::Operators::kViews : test::Operators::kFilters);
    make_views(graph);
    const CompileOptions options = test::options_for(seed % 3 ? "cortex-m4" : "cortex-m55");
    InBudget largest;
    Budget any;
    any.ram = INT32_MAX;
    if (!BudgetSearch(graph, options).best(any, largest)) continue;
    const std::vector<ProgramSize> sizes = {
        largest.used,
        {largest.used.ram * 3 / 4, largest.used.flash * 7 / 8, largest.used.cycles},
        {largest.used.ram / 2, largest.used.flash, largest.used.cycles * 2}};
    test::Rng rng(seed);
    BudgetSearch search(graph, options);
    for (const Budget& budget : some_budgets(sizes, rng)) {
      InBudget alone, later;
      const Result<Program> first = BudgetSearch(graph, options).best(budget, alone);
      const Result<Program> second = search.best(budget, later);
      EXPECT_EQ(first.operator bool(), second.operator bool());
      if (!first || !second) {
        ++refused;
        EXPECT(first || second || to_string(first.diag()) == to_string(second.diag()));
        continue;
      }
      ++met, other_goals += alone.goal() != Goal::kCycles;
      EXPECT(alone.used == later.used && alone.least == later.least && alone.tried == later.tried);
      EXPECT(first->scratch_bytes == second->scratch_bytes && first->location == second->location);
      EXPECT(std::ranges::equal(
          first->calls, second->calls, {}, [](const Call& call) { return call.op.kernel; },
          [](const Call& call) { return call.op.kernel; }));
    }
  }
  std::printf("%d budgets met, %d refused, %d of RAM or flash\n", met, refused, other_goals);
  EXPECT(met >= test::at_least(100) && refused >= test::at_least(20) && other_goals >= test::at_least(20));
}

TEST(a_refused_budget_names_one_that_would_do) {
  int named = 0;
  for (uint32_t seed = 0; test::tries(seed, 40, named > 0); ++seed) {
    const Graph graph = test::random_network(seed, test::Operators::kFilters);
    const CompileOptions options = test::options_for("cortex-m4");
    const std::vector<ProgramSize> all = all_choices(graph, options, 96);
    if (all.empty()) continue;
    for (const bool flash : {false, true}) {
      Budget budget;
      (flash ? budget.flash : budget.ram) = 16;
      int64_t least = INT64_MAX;
      for (const ProgramSize& point : all) least = std::min(least, flash ? point.flash : point.ram);
      InBudget facts;
      const Result<Program> program = BudgetSearch(graph, options).best(budget, facts);
      EXPECT(!program && program.diag().code == "N1006");
      EXPECT(program.diag().hint.ends_with(" " + std::to_string(least)));
      ++named;
    }
  }
  EXPECT(named >= test::at_least(20));
}

TEST(more_memory_never_takes_more_time) {
  for (uint32_t seed = 0; seed < test::seeds(10); ++seed) {
    const Graph graph = test::random_network(seed, test::Operators::kAll);
    const CompileOptions options = test::options_for("cortex-m4");
    double last = INFINITY;
    for (int64_t ram = 256; ram < 1 << 16; ram *= 2) {
      InBudget facts;
      Budget budget;
      budget.ram = ram;
      if (!BudgetSearch(graph, options).best(budget, facts)) continue;
      EXPECT(facts.used.cycles <= last);
      last = facts.used.cycles;
    }
    EXPECT(std::isfinite(last));
  }
}

// A budget of all flash asks for the same program, in another way.
TEST(another_budget_finds_nothing_below_the_bound_of_one) {
  int ranked = 0;
  for (uint32_t seed = 0; seed < test::seeds(60); ++seed) {
    Graph graph = test::random_network(seed, test::Operators::kAll);
    make_views(graph);
    const CompileOptions options = test::options_for(seed % 3 == 0   ? "cortex-m0"
                                                     : seed % 3 == 1 ? "cortex-m55"
                                                                     : "rv32");
    InBudget largest;
    Budget budget;
    budget.ram = INT32_MAX;
    if (!BudgetSearch(graph, options).best(budget, largest)) continue;
    budget.ram = largest.used.ram;
    InBudget one, both;
    if (!BudgetSearch(graph, options).best(budget, one)) continue;
    budget.flash = INT32_MAX;
    if (!BudgetSearch(graph, options).best(budget, both)) continue;
    constexpr double kRounding = 1 + 1e-9;  // the bound is a sum of differences
    EXPECT(one.least <= both.used.cycles * kRounding);
    EXPECT(one.least <= one.used.cycles && both.least <= both.used.cycles);
    ranked += one.least < one.used.cycles;
  }
  EXPECT(ranked > 0);
}
