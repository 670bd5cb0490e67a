#include "nookc/middle/search/level.h"

#include <algorithm>
#include <set>

#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/lower/worth_code.h"
#include "nookc/middle/search/price.h"

namespace nookc {
namespace {

// The choices with the smaller plan; the first if they are equal. If neither fits, the one that lacks fewer
// bytes.
Choices smaller(Evaluator& all, const Choices& first, const Choices& second) {
  const Result<Program>&a = all.evaluate(first), &b = all.evaluate(second);
  const bool better = a && b   ? a->scratch_bytes <= b->scratch_bytes
                      : a || b ? static_cast<bool>(a)
                               : a.diag().lacking <= b.diag().lacking;
  return better ? first : second;
}

// Line buffers cost code, and a few instructions per row.
bool wants_lines(const CompileOptions& options) {
  const bool always_whole = options.level == Level::kTime || options.level == Level::kSize;
  return options.stream_input || (options.rows && !always_whole);
}

// The smaller of the two ways to choose line buffers.
Choices in_lines(Evaluator& all, Choices choices) {
  Choices other = choices;
  choices.lines = Lines::kCountOverwriting, other.lines = Lines::kIgnoreOverwriting;
  return all.same_lines(choices, other) ? choices : smaller(all, choices, other);
}

// Adds line buffers wherever they pay off. A streamed input has no whole image.
Choices best_lines(Evaluator& all, const Choices& whole) {
  if (!wants_lines(all.options())) return whole;
  const Choices lines = in_lines(all, whole);
  const Result<Program>& made = all.evaluate(lines);
  if (all.options().stream_input || (made && made->chains.empty())) return lines;
  if (made && all.surely_larger(whole, made->scratch_bytes)) return lines;
  return smaller(all, whole, lines);
}

// Equal kernel rows for every node, including the copies that lower() may insert.
Choices for_all(const Evaluator& all, Views views, KernelRows rows) {
  return {views, std::vector<KernelRows>(all.graph().nodes.size() * 2 + 1, rows), Lines::kNone};
}

// The scratch that the largest window would take if it were there, less the bytes by which windows enlarge
// the state: with this scratch, a program takes no more memory than without windows.
int32_t room_of_windows(const Graph& graph) {
  int32_t largest = 0, more = 0;
  for (const KeptWindow& window : graph.windows) {
    largest = std::max(largest, graph[window.whole].bytes());
    more += graph[window.whole].bytes() - graph[window.variable].bytes();
  }
  return largest - more;
}

bool has_scratch(const Call& call) { return call.op.scratch > 0; }

// A search for a plan that has room for the scratch of most kernels.
struct ScratchSearch {
  Evaluator& all;
  Choices fast;              // kernels with scratch, whatever it takes
  std::set<NodeId> keeping;  // nodes that would take too long without scratch
};

// Kernels without scratch, except for nodes that keep theirs.
Choices without_scratch(const ScratchSearch& d) {
  Choices plain = for_all(d.all, d.fast.views, KernelRows::kWithoutScratch);
  for (const NodeId node : d.keeping) plain.rows[index(node)] = KernelRows::kWorthTheirCode;
  return plain;
}

void find_keeping(ScratchSearch& d) {
  if (d.all.options().level != Level::kBalanced || !has_times(d.all.options())) return;
  const Choices plain = without_scratch(d), whole{d.fast.views, d.fast.rows, Lines::kNone};
  const Result<Program>&quick = d.all.unplaced(whole), &slow = d.all.unplaced(plain);
  if (!quick || !slow) return;
  const CompileOptions& options = d.all.options();
  const double inference = whole_cycles(*quick, options);
  for (size_t i = 0; i < quick->calls.size(); ++i) {
    const Call &best = quick->calls[i], &other = slow->calls[i];
    if (best.op.kernel == other.op.kernel || best.op.scratch == 0) continue;
    const auto shortest = known_cycles(*quick, best, options), cycles = known_cycles(*slow, other, options);
    if (shortest && cycles && takes_too_long(*cycles, *shortest, inference)) d.keeping.insert(best.node);
  }
}

// Kernels without scratch for nodes whose scratch, together with their tensors in the frugal plan, takes more
// than `most`.
Choices without_scratch_where_full(const ScratchSearch& d, const Program& frugal, int64_t most) {
  const Program& fast = *d.all.evaluate(d.fast);
  std::vector<KernelRows> rows(fast.graph.nodes.size(), KernelRows::kWorthTheirCode);
  const LiveBytes live = live_bytes(frugal.buffers, static_cast<int32_t>(frugal.calls.size()) + 1);
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (live.at(frugal.calls[i].step) + fast.calls[i].op.scratch > most &&
        !d.keeping.contains(fast.calls[i].node))
      rows[index(fast.calls[i].node)] = KernelRows::kWithoutScratch;
  return best_lines(d.all, {d.fast.views, rows, Lines::kNone});
}

// The bytes above `most` that kernels with scratch would take together with their tensors.
std::vector<int64_t> larger_plans(const ScratchSearch& d, const Program& frugal, int64_t most) {
  const Program& fast = *d.all.evaluate(d.fast);
  const LiveBytes live = live_bytes(frugal.buffers, static_cast<int32_t>(frugal.calls.size()) + 1);
  std::set<int64_t> bytes;
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (fast.calls[i].op.scratch > 0) bytes.insert(live.at(frugal.calls[i].step) + fast.calls[i].op.scratch);
  return {bytes.upper_bound(most), bytes.end()};
}

// More scratch than in `best` where the time that it saves is worth it (price.h).
Choices with_more_scratch(const ScratchSearch& d, Choices best, const Program& frugal, int64_t most) {
  const CompileOptions& options = d.all.options();
  if (options.level != Level::kBalanced || !has_times(options)) return best;
  const Program& quick = *d.all.evaluate(d.fast);
  const double time = whole_cycles(quick, options);
  constexpr size_t kMostTried = 3;
  size_t tried = 0;
  const auto consider = [&](const Choices& other) {
    const Result<Program>&made = d.all.evaluate(other), &now = d.all.evaluate(best);
    if (made && (!now || price(*made, options) < price(*now, options))) best = other;
  };
  for (const int64_t bytes : larger_plans(d, frugal, most)) {
    // A program with this much scratch takes at least the time of the fastest.
    const Program& now = *d.all.evaluate(best);
    const int64_t more = std::max<int64_t>(0, bytes - now.scratch_bytes);
    if (tried == kMostTried || price_of(now, time, more) >= price(now, options)) break;
    ++tried, consider(without_scratch_where_full(d, frugal, bytes));
  }
  consider(d.fast);
  return best;
}

Choices balanced(Evaluator& all, Views views) {
  const Choices fast = best_lines(all, for_all(all, views, KernelRows::kWorthTheirCode));
  const Result<Program>& quick = all.evaluate(fast);
  if (quick && std::ranges::none_of(quick->calls, has_scratch)) return fast;
  // The plan of whole images without kernel scratch shows how much scratch is free.
  ScratchSearch d{all, fast, {}};
  find_keeping(d);
  const Choices plain = without_scratch(d);
  const bool streams = all.options().stream_input;
  if (quick && !streams && all.surely_larger(plain, quick->scratch_bytes - 1)) return fast;
  const Choices frugal = streams ? best_lines(all, plain) : plain;
  const Result<Program>& small = all.evaluate(frugal);
  if (!quick && !small)  // neither fits: minimise memory only
    return smaller(all, smaller(all, fast, frugal),
                   best_lines(all, for_all(all, views, KernelRows::kWithoutScratch)));
  if (!small) return fast;
  const int32_t most = std::max(small->scratch_bytes, room_of_windows(all.graph()));
  if (quick && quick->scratch_bytes <= most) return fast;
  if (!quick) return frugal;
  const Choices mixed = without_scratch_where_full(d, *small, most);
  const Result<Program>& made = all.evaluate(mixed);
  return with_more_scratch(d, made && made->scratch_bytes <= most ? mixed : frugal, *small, most);
}

Choices at_level(Evaluator& all, Views views) {
  switch (all.options().level) {
    case Level::kTime:
      return best_lines(all, for_all(all, views, KernelRows::kAll));
    case Level::kBalanced:
    case Level::kFlash:
      return balanced(all, views);
    case Level::kRam:
      return best_lines(all, for_all(all, views, KernelRows::kWithoutScratch));
    case Level::kSize:
      return best_lines(all, for_all(all, views, KernelRows::kReference));
  }
  return balanced(all, views);
}

bool any_parts(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) { return !node.parts.empty(); });
}

// The views that give the smallest plan. At -O time they are taken, because copies cost time.
Choices best(Evaluator& all) {
  const Choices views = at_level(all, Views::kAll);
  if (all.options().cores > 1) return views;  // halves of operators would be copied
  if (!any_parts(all.graph()) || (all.evaluate(views) && all.options().level == Level::kTime)) return views;
  bool whole = false, parts = false;
  for (const Node& node : all.graph().nodes)
    if (!node.parts.empty()) (names_whole(all.graph(), node) ? whole : parts) = true;
  const Choices best = smaller(all, views, at_level(all, Views::kNone));
  const Result<Program>& made = all.evaluate(best);
  if (!whole || !parts || (made && any_parts(made->graph))) return best;
  return smaller(all, at_level(all, Views::kWholeTensors), best);
}

}  // namespace

Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options, SearchWork* work) {
  Evaluator all(graph, options);
  Result<Program> program = all.take(best(all));
  if (work) *work = all.work();
  return program;
}

}  // namespace nookc
