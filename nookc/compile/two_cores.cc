#include "nookc/compile/two_cores.h"

#include <set>

#include "nookc/graph/sound.h"
#include "nookc/middle/cores/divide.h"
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/search/price.h"

namespace nookc {
namespace {

// The most RAM of two cores, in percent of one core's, except at -O time.
constexpr int64_t kMostRamPercent = 125;

// The most operators that stay whole, in addition, so that the program stays below it.
constexpr int kMostWhole = 64;

bool fits(const Result<Program>& two, const Program& one) {
  return two && ram_bytes(*two) * 100 <= ram_bytes(one) * kMostRamPercent;
}

// The operator of the model whose halves run at the highest step of the plan.
int32_t highest_pair(const Program& p) {
  const LiveBytes live = live_bytes(p.buffers, static_cast<int32_t>(p.calls.size()) + 1);
  const Call* highest = nullptr;
  for (const Call& call : p.calls)
    if (call.core == 1 && (!highest || live.at(call.step) > live.at(highest->step))) highest = &call;
  return p.graph.nodes[index(highest->node)].source;
}

Halves dividing(const std::set<int32_t>& whole) {
  return [whole](Graph& graph) {
    return divide_for_cores(graph, whole) > 0 ? check_after(graph, "two-cores") : Status(Done{});
  };
}

// Operators of the model that run row by row.
std::set<int32_t> row_operators(const Program& p) {
  std::set<int32_t> all;
  for (const RowChain& chain : p.chains)
    for (const RowStage& stage : chain.stages)
      all.insert(p.graph.nodes[index(p.calls[static_cast<size_t>(stage.call)].node)].source);
  return all;
}

}  // namespace

Status check_cores(const Graph& graph, const CompileOptions& options) {
  if (options.cores == 1) return Done{};
  const auto refused = [](const std::string& with, const std::string& why) {
    return Diag{Exit::kUsage, "N2105", with, "can't be combined with --cores 2: " + why,
                "leave out one of the two"};
  };
  if (options.stream_input) return refused("--stream-input", "its calls are divided over the rows");
  if (!options.units.empty())
    return refused("--unit " + options.units[0].text, "a device can't tell which core waits for it");
  if (options.staging.bytes > 0)
    return refused("--weights-from storage", "weights are read in the order of one core");
  if (!graph.regions.empty())
    return refused(graph.file + ": control flow (IF, WHILE)", "the schedule of two cores is fixed");
  return Done{};
}

Result<Program> compile_for_two(const CompileOptions& given, const Shared& shared) {
  CompileOptions options = given;
  options.dump = nullptr;
  CompileOptions lines = options, alone = options;
  options.rows = options.strips = false, alone.cores = 1;
  std::set<int32_t> whole;
  Result<Program> best = shared(options, dividing(whole));
  const Result<Program> one = given.level == Level::kTime ? Result<Program>(Diag{}) : shared(alone, {});
  if (one && !fits(best, *one)) {
    if (!one->chains.empty()) {
      whole = row_operators(*one), options = lines;
      best = shared(options, dividing(whole));
    }
    for (int tried = 0; best && !fits(best, *one) && best->cores > 1 && tried < kMostWhole; ++tried) {
      whole.insert(highest_pair(*best));
      best = shared(options, dividing(whole));
    }
  }
  if (!best) return best;
  if (best->cores < 2)
    return Diag{Exit::kUsage, "N2105", best->graph.file,
                whole.empty() ? "no operator is large enough, and of a kind, to be divided between two cores"
                              : "no operator can be divided with at most a quarter more RAM",
                whole.empty() ? "leave out --cores" : "-O time divides them, whatever RAM it takes"};
  if (!given.dump) return best;
  options.dump = given.dump;  // once, with the operators as they are in the end
  return shared(options, [&](Graph& graph) {
    const Status divided = dividing(whole)(graph);
    given.dump("two-cores", graph);
    return divided;
  });
}

}  // namespace nookc
