#include "nookc/middle/search/budget.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <set>

#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/rows/strip_time.h"
#include "nookc/middle/search/price.h"

namespace nookc {
namespace {

constexpr int kMostPlans = 48;  // for one way to hold images

// A node that takes fewer cycles with scratch.
struct Toggle {
  size_t node;
  double gain;  // cycles
};

// A way to hold images: views and line buffers, and the nodes whose kernels remain to be chosen.
struct Structure {
  Evaluator* all;
  Choices plain;                // no kernel has scratch
  double plain_cycles = 0;      // whatever its line buffers add
  std::vector<Toggle> toggles;  // the smallest gain first
};

// The toggles to leave out, in an order in which the lost cycles never decrease.
struct Left {
  double lost;
  std::vector<size_t> out;  // increasing indices into Structure::toggles
  bool operator<(const Left& other) const { return lost > other.lost; }
};

struct Search {
  int64_t budget;
  Choices best;
  Evaluator* by = nullptr;  // null: nothing fits so far
  double cycles = INFINITY;
  double bound = INFINITY;  // no choice that was not tried takes fewer cycles
  const Program* smallest = nullptr;
  int64_t least = INT64_MAX;  // bytes of the smallest program
  int plans = 0;
  bool strips = false;  // some program runs strips
};

Choices with(const Structure& s, const std::vector<size_t>& out) {
  Choices made = s.plain;
  for (size_t i = 0; i < s.toggles.size(); ++i)
    if (std::ranges::find(out, i) == out.end()) made.rows[s.toggles[i].node] = KernelRows::kWorthTheirCode;
  return made;
}

// Plans one choice and keeps it if it fits and is faster. Returns whether it fits.
bool consider(Search& d, Evaluator& all, const Choices& choices) {
  ++d.plans;
  const Result<Program>& made = all.evaluate(choices);
  if (!made) return false;
  d.strips |= std::ranges::any_of(made->chains, &RowChain::strips);
  const int64_t ram = ram_bytes(*made);
  if (ram < d.least) d.least = ram, d.smallest = &*made;
  if (ram > d.budget) return false;
  const double cycles = cycles_with_rows(*made, all.options());
  if (cycles < d.cycles || (cycles == d.cycles && d.by && ram < ram_bytes(*d.by->evaluate(d.best))))
    d.best = choices, d.by = &all, d.cycles = cycles;
  return true;
}

// The nodes of a structure that may have scratch within the budget.
void find_toggles(const Search& d, Structure& s, const Choices& fast) {
  Choices whole = s.plain;
  whole.lines = Lines::kNone;
  const Result<Program>&quick = s.all->unplaced(fast), &slow = s.all->unplaced(whole);
  const Result<Program>& placed = s.all->evaluate(s.plain);
  if (!quick || !slow || !placed) return;
  const int64_t room = d.budget - (ram_bytes(*placed) - placed->scratch_bytes);
  for (size_t i = 0; i < quick->calls.size(); ++i) {
    const Call &one = quick->calls[i], &other = slow->calls[i];
    const double least = s.all->fewest_cycles(*slow, other, KernelRows::kWithoutScratch);
    s.plain_cycles += least;
    if (one.op.kernel == other.op.kernel || one.op.scratch == 0) continue;
    const double gain = least - s.all->fewest_cycles(*quick, one, KernelRows::kWorthTheirCode);
    if (gain <= 0) continue;
    Choices alone = s.plain;
    alone.rows[index(one.node)] = KernelRows::kWorthTheirCode;
    if (room >= INT32_MAX || !s.all->surely_larger(alone, static_cast<int32_t>(room)))
      s.toggles.push_back({index(one.node), gain});
  }
  std::ranges::stable_sort(s.toggles, {}, &Toggle::gain);
}

// Adds scratch, where it gains most first, as long as the program fits.
void add_scratch(Search& d, const Structure& s) {
  std::vector<size_t> out;
  for (size_t i = 0; i < s.toggles.size(); ++i) out.push_back(i);
  for (size_t i = s.toggles.size(); i-- > 0;) {
    std::vector<size_t> fewer = out;
    std::erase(fewer, i);
    if (consider(d, *s.all, with(s, fewer))) out = fewer;
  }
}

// Leaves out more and more toggles, those with the smallest gains first, until a program fits.
void search(Search& d, const Structure& s) {
  if (!consider(d, *s.all, s.plain)) return;
  double full = s.plain_cycles;
  for (const Toggle& toggle : s.toggles) full -= toggle.gain;
  std::priority_queue<Left> open;
  open.push({0, {}});
  for (int tried = 0; !open.empty(); ++tried) {
    const Left now = open.top();
    if (full + now.lost >= d.cycles) return;
    if (tried == kMostPlans) {
      add_scratch(d, s);
      d.bound = std::min(d.bound, full + now.lost);
      return;
    }
    open.pop();
    consider(d, *s.all, with(s, now.out));
    const size_t next = now.out.empty() ? 0 : now.out.back() + 1;
    if (next == s.toggles.size()) continue;
    Left more = now, other = now;
    more.out.push_back(next), more.lost += s.toggles[next].gain;
    open.push(more);
    if (other.out.empty()) continue;
    other.lost += s.toggles[next].gain - s.toggles[next - 1].gain, other.out.back() = next;
    open.push(other);
  }
}

std::vector<Views> views_of(const Graph& graph) {
  bool whole = false, parts = false;
  for (const Node& node : graph.nodes)
    if (!node.parts.empty()) (names_whole(graph, node) ? whole : parts) = true;
  std::vector<Views> all = {Views::kAll};
  if (whole || parts) all.push_back(Views::kNone);
  if (whole && parts) all.push_back(Views::kWholeTensors);
  return all;
}

void search_all(Search& d, Evaluator& all) {
  const Graph& graph = all.graph();
  const bool may_run_by_rows = all.options().rows && graph.regions.empty();
  const size_t rows = graph.nodes.size() * 2 + 1;
  std::vector<Lines> lines = {Lines::kNone};
  if (all.options().stream_input) lines.clear();
  if (may_run_by_rows || all.options().stream_input)
    lines.insert(lines.end(), {Lines::kCountOverwriting, Lines::kIgnoreOverwriting});
  for (const Views views : views_of(graph)) {
    const Choices fast{views, std::vector<KernelRows>(rows, KernelRows::kWorthTheirCode), Lines::kNone};
    for (const Lines each : lines) {
      Structure s{&all, {views, std::vector<KernelRows>(rows, KernelRows::kWithoutScratch), each}, 0, {}};
      find_toggles(d, s, fast);
      search(d, s);
    }
  }
}

// The operator during which most bytes are live, and those bytes.
std::string busiest(const Program& program) {
  const int32_t exit = static_cast<int32_t>(program.calls.size()) + 1;
  const LiveBytes live = live_bytes(program.buffers, exit);
  int32_t peak = 0;
  for (int32_t step = 0; step <= exit; ++step)
    if (live.at(step) > live.at(peak)) peak = step;
  if (peak <= 0 || peak >= exit) return "its inputs and outputs";
  return describe(program.graph,
                  program.graph.nodes[index(program.calls[static_cast<size_t>(peak) - 1].node)]);
}

}  // namespace

double cycles_with_rows(const Program& program, const CompileOptions& options) {
  double cycles = whole_cycles(program, options);
  for (const RowChain& chain : program.chains) cycles += cycles_of_loop(program, chain);
  return cycles;
}

Result<Program> fastest_within(const Graph& graph, const CompileOptions& options, int64_t budget,
                               InBudget& facts) {
  CompileOptions small = options;  // whose strips save memory whatever they cost
  small.level = Level::kRam;
  Evaluator all(graph, options), smaller(graph, small);
  Search d{budget, {}};
  search_all(d, all);
  if (d.strips) search_all(d, smaller);
  if (!d.by && d.smallest)
    return Diag{Exit::kDoesNotFit,
                "N1006",
                graph.file,
                busiest(*d.smallest) + " needs most of the RAM: need " + std::to_string(d.least) +
                    " bytes in all, have " + std::to_string(budget) + ", " +
                    std::to_string(d.least - budget) + " are missing",
                "the least budget of RAM that suffices is " + std::to_string(d.least),
                d.least - budget};
  Evaluator& by = d.by ? *d.by : all;
  if (!d.by) return all.take({Views::kAll, {}, Lines::kNone});
  facts = {ram_bytes(*by.evaluate(d.best)), budget, d.cycles, std::min(d.cycles, d.bound), d.plans};
  return by.take(d.best);
}

}  // namespace nookc
