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

// The sizes from which on tensors are tried in two buffers.
constexpr int kMostSizes = 6;

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

Halves dividing(const HalvesWish& wish) {
  return [wish](Graph& graph) {
    return divide_for_cores(graph, wish) > 0 ? check_after(graph, "two-cores") : Status(Done{});
  };
}

// The program with large tensors in two buffers that fits; if none does, the
// one with the least RAM. Ever smaller tensors are tried, as halves of small images differ more.
Result<Program> in_two_buffers(const CompileOptions& options, const Program& one, const Shared& shared,
                               Result<Program> best, HalvesWish& wish) {
  HalvesWish each = wish;
  each.separate_from = ram_bytes(one);
  for (int tried = 0; tried < kMostSizes && !fits(best, one); ++tried) {
    each.separate_from /= 2;
    Result<Program> program = shared(options, dividing(each));
    if (program && (!best || ram_bytes(*program) < ram_bytes(*best))) best = std::move(program), wish = each;
  }
  return best;
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
  HalvesWish wish;
  const Result<Program> one = shared(alone, {});
  if (given.stream_input) {  // the first core takes the rows
    if (!one) return one.diag();
    wish.whole = row_operators(*one), options = lines;
  }
  Result<Program> best = shared(options, dividing(wish));
  if (one && !fits(best, *one)) best = in_two_buffers(options, *one, shared, std::move(best), wish);
  if (one && !fits(best, *one) && given.level != Level::kTime) {
    wish.separate_from = INT64_MAX;
    if (!one->chains.empty()) {
      wish.whole = row_operators(*one), options = lines;
      best = shared(options, dividing(wish));
    }
    for (int tried = 0; best && !fits(best, *one) && best->cores > 1 && tried < kMostWhole; ++tried) {
      wish.whole.insert(highest_pair(*best));
      best = shared(options, dividing(wish));
    }
  }
  if (!best) return best;
  const std::set<int32_t>& whole = wish.whole;
  if (best->cores < 2)
    return Diag{Exit::kUsage, "N2105", best->graph.file,
                whole.empty() ? "no operator is large enough, and of a kind, to be divided between two cores"
                              : "no operator can be divided with at most a quarter more RAM",
                whole.empty() ? "leave out --cores" : "-O time divides them, whatever RAM it takes"};
  if (!given.dump) return best;
  options.dump = given.dump;  // once, with the operators as they are in the end
  return shared(options, [&](Graph& graph) {
    const Status divided = dividing(wish)(graph);
    given.dump("two-cores", graph);
    return divided;
  });
}

}  // namespace nookc
