// The search for kernels, views and line buffers computes nothing twice, and its choices are values.
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/rows/least_rows.h"
#include "nookc/middle/search/level.h"
#include "tests/rows/random_network.h"
#include "tests/test.h"

using namespace nookc;

namespace {

Graph with_views(uint32_t seed) {
  Graph graph = test::random_network(seed, test::Operators::kViews);
  make_views(graph);
  return graph;
}

// Where everything is: what generated code depends on.
bool same_places(const Program& a, const Program& b) {
  if (a.scratch_bytes != b.scratch_bytes || a.location != b.location || a.calls.size() != b.calls.size())
    return false;
  for (size_t i = 0; i < a.calls.size(); ++i) {
    const Call &x = a.calls[i], &y = b.calls[i];
    if (x.op.kernel != y.op.kernel || x.in != y.in || x.out != y.out || x.step != y.step ||
        x.scratch_offset != y.scratch_offset)
      return false;
  }
  for (size_t i = 0; i < a.constants.size(); ++i)
    if (*a.constants[i].bytes != *b.constants[i].bytes) return false;
  return a.constants.size() == b.constants.size();
}

std::vector<Choices> some_choices(const Graph& graph) {
  std::vector<Choices> all;
  for (const Views views : {Views::kAll, Views::kWholeTensors, Views::kNone})
    for (const KernelRows rows : {KernelRows::kWorthTheirCode, KernelRows::kWithoutScratch})
      for (const Lines lines : {Lines::kNone, Lines::kCountOverwriting, Lines::kIgnoreOverwriting})
        all.push_back({views, std::vector<KernelRows>(graph.nodes.size() * 2 + 1, rows), lines});
  return all;
}

// A chain of stages that each read these stages.
RowChain chain_of(const std::vector<std::vector<size_t>>& reads) {
  RowChain chain;
  for (size_t i = 0; i < reads.size(); ++i) {
    RowStage stage;
    stage.out = static_cast<TensorId>(i);
    for (const size_t maker : reads[i]) stage.reads.push_back({0, static_cast<TensorId>(maker), {}, 1, 1});
    chain.stages.push_back(std::move(stage));
  }
  return chain;
}

}  // namespace

TEST(a_short_branch_waits_for_the_long_one) {
  using Order = std::vector<size_t>;
  EXPECT((order_of_depth(chain_of({{}, {0}, {1}})) == Order{0, 1, 2}));
  EXPECT((order_of_depth(chain_of({{}, {0}, {0}, {1}, {2, 3}})) == Order{0, 2, 1, 3, 4}));
  EXPECT((order_of_depth(chain_of({{}, {0}, {1}, {0}, {2, 3}})) == Order{0, 3, 1, 2, 4}));
  EXPECT((order_of_depth(chain_of({{}, {}, {0, 1}})) == Order{1, 0, 2}));
}

TEST(branches_from_an_image_of_no_stage_go_on_evenly) {
  RowChain chain = chain_of({{}, {}, {0, 1}});
  for (RowStage& s : chain.stages) s.turns = s.height = 100, s.row_bytes = 8;
  for (RowRead& read : chain.stages[2].reads) read.height = 100, read.row_bytes = 8;
  const std::set<TensorId> whole = {TensorId{2}};
  std::vector<nook::Prepared> ops(3);
  int64_t work = 1 << 20;
  RowChain free = chain;
  EXPECT(least_rows(free, whole, {}, ops, work, Paces::kFree) && !free.even);
  EXPECT_EQ(free.stages[0].held + free.stages[1].held, 101);  // one branch first
  EXPECT(least_rows(chain, whole, {}, ops, work, Paces::kBoth) && chain.even);
  EXPECT_EQ(chain.stages[0].held + chain.stages[1].held, 2);
}

TEST(all_nodes_are_lowered_at_most_twice_however_many_programs_are_tried) {
  SearchWork most;
  for (uint32_t seed = 0; seed < test::seeds(60); ++seed)
    for (const Level level : {Level::kBalanced, Level::kFlash, Level::kRam, Level::kTime, Level::kSize})
      for (const int64_t limit :
           {int64_t{0}, int64_t{64}}) {  // in 64 bytes nothing fits, so everything is tried
        CompileOptions options = test::options_for("cortex-m4");
        options.level = level, options.scratch_limit = limit;
        SearchWork work;
        (void)lower_and_place(with_views(seed), options, &work);
        EXPECT(work.lowerings >= 1 && work.lowerings <= 2);
        EXPECT(work.programs <= 15);
        most.lowerings = std::max(most.lowerings, work.lowerings);
        most.programs = std::max(most.programs, work.programs);
        most.plans = std::max(most.plans, work.plans);
      }
  printf("most: %d lowerings, %d programs, %d plans\n", most.lowerings, most.programs, most.plans);
  if (test::kSanitized) return;  // too few networks to meet the hard cases
  EXPECT_EQ(most.lowerings, 2);
  EXPECT(most.programs >= 4);
}

TEST(choices_give_the_same_program_whatever_was_evaluated_before) {
  const CompileOptions options = test::options_for("cortex-m4");
  int chains = 0;
  for (uint32_t seed = 0; seed < test::seeds(8); ++seed) {
    const Graph graph = with_views(seed);
    Evaluator all(graph, options);
    for (const Choices& choices : some_choices(graph)) {
      const Result<Program>& made = all.evaluate(choices);
      Evaluator one(graph, options);
      const Result<Program>& alone = one.evaluate(choices);
      EXPECT(made && alone && same_places(*made, *alone));
      const SearchWork before = all.work();
      EXPECT(&all.evaluate(choices) == &made);
      EXPECT_EQ(all.work().plans, before.plans);
      chains += made && !made->chains.empty();
    }
  }
  EXPECT(chains > 0 || test::kSanitized);
}

TEST(a_program_that_cannot_be_made_has_the_same_error_for_all_choices_of_lines) {
  Graph graph = with_views(1);
  CompileOptions options = test::options_for("cortex-m4");
  options.stream_input = true, options.rows = false;
  Evaluator all(graph, options);
  std::vector<Choices> choices = some_choices(graph);
  const Result<Program>&first = all.evaluate(choices[1]), &second = all.evaluate(choices[2]);
  EXPECT(!first && first.diag().code == "N2023");
  EXPECT(!second && second.diag().what == first.diag().what);
  EXPECT(all.same_lines(choices[1], choices[2]));
}
