// The fastest program within a budget of RAM.
#include "nookc/middle/search/budget.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/search/price.h"
#include "tests/rows/random_network.h"
#include "tests/test.h"

using namespace nookc;

namespace {

struct Point {
  int64_t ram;
  double cycles;
};

// Every choice of kernels with or without scratch, of line buffers and of views.
std::vector<Point> all_choices(const Graph& graph, const CompileOptions& options, size_t most) {
  std::vector<Point> all;
  for (const Level level : {Level::kBalanced, Level::kRam}) {
    CompileOptions of = options;
    of.level = level;
    Evaluator evaluator(graph, of);
    for (const Views views : {Views::kAll, Views::kWholeTensors, Views::kNone})
      for (const Lines lines : {Lines::kNone, Lines::kCountOverwriting, Lines::kIgnoreOverwriting}) {
        Choices plain{views, std::vector<KernelRows>(graph.nodes.size() * 2 + 1, KernelRows::kWithoutScratch),
                      lines};
        Choices fast = plain;
        std::ranges::fill(fast.rows, KernelRows::kWorthTheirCode);
        const Result<Program>& program = evaluator.unplaced({views, fast.rows, Lines::kNone});
        if (!program) continue;
        std::vector<size_t> nodes;
        for (const Call& call : program->calls)
          if (call.op.scratch > 0) nodes.push_back(index(call.node));
        if (nodes.size() > most) return {};
        for (uint32_t bits = 0; bits < 1u << nodes.size(); ++bits) {
          Choices choices = plain;
          for (size_t i = 0; i < nodes.size(); ++i)
            if (bits >> i & 1) choices.rows[nodes[i]] = KernelRows::kWorthTheirCode;
          const Result<Program>& made = evaluator.evaluate(choices);
          if (made) all.push_back({ram_bytes(*made), cycles_with_rows(*made, of)});
        }
      }
  }
  return all;
}

// Budgets at the needs of some choices and just below them, and others.
std::vector<int64_t> some_budgets(const std::vector<Point>& all, test::Rng& rng) {
  std::vector<int64_t> budgets;
  int64_t most = 0;
  for (const Point& point : all) most = std::max(most, point.ram);
  for (int i = 0; i < 6; ++i)
    budgets.push_back(all[static_cast<size_t>(rng.in(0, static_cast<int32_t>(all.size()) - 1))].ram -
                      rng.in(0, 1));
  for (int i = 0; i < 4; ++i) budgets.push_back(rng.in(1, static_cast<int32_t>(most) + 64));
  return budgets;
}

}  // namespace

TEST(the_program_in_a_budget_is_the_fastest_of_all_choices) {
  int networks = 0, met = 0, refused = 0, traded = 0;
  for (uint32_t seed = 0; seed < test::seeds(300); ++seed) {
    Graph graph = test::random_network(seed, seed % 2 ? test::Operators::kViews : test::Operators::kFilters);
    make_views(graph);
    const CompileOptions options = test::options_for(seed % 3 ? "cortex-m4" : "cortex-m55");
    const std::vector<Point> all = all_choices(graph, options, 4);
    if (all.empty()) continue;
    ++networks;
    test::Rng rng(seed);
    std::set<double> answers;
    for (const int64_t budget : some_budgets(all, rng)) {
      double fewest = INFINITY;
      int64_t least = INT64_MAX;
      for (const Point& point : all) {
        least = std::min(least, point.ram);
        if (point.ram <= budget) fewest = std::min(fewest, point.cycles);
      }
      InBudget facts;
      const Result<Program> program = fastest_within(graph, options, budget, facts);
      EXPECT_EQ(static_cast<bool>(program), std::isfinite(fewest));
      if (!program) {
        ++refused;
        EXPECT(program.diag().code == "N1006");
        EXPECT(program.diag().hint.ends_with(" " + std::to_string(least)));
        continue;
      }
      ++met, answers.insert(fewest);
      EXPECT(facts.cycles == fewest && facts.least_cycles == facts.cycles);
      EXPECT(ram_bytes(*program) <= budget && facts.ram == ram_bytes(*program));
      EXPECT(cycles_with_rows(*program, options) == facts.cycles);
    }
    traded += answers.size() > 1;
  }
  std::printf("%d networks, %d budgets met, %d refused, %d with several answers\n", networks, met, refused,
              traded);
  EXPECT(networks >= test::at_least(200) && met >= test::at_least(1000) && refused >= test::at_least(300));
  EXPECT(traded >= test::at_least(50));
}

TEST(more_memory_never_takes_more_time) {
  for (uint32_t seed = 0; seed < test::seeds(10); ++seed) {
    const Graph graph = test::random_network(seed, test::Operators::kAll);
    const CompileOptions options = test::options_for("cortex-m4");
    double last = INFINITY;
    for (int64_t budget = 256; budget < 1 << 16; budget *= 2) {
      InBudget facts;
      if (!fastest_within(graph, options, budget, facts)) continue;
      EXPECT(facts.cycles <= last);
      last = facts.cycles;
    }
    EXPECT(std::isfinite(last));
  }
}
