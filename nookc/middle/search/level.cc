#include "nookc/middle/search/level.h"

#include <algorithm>

#include "nookc/middle/live/live_ranges.h"

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
bool wants_lines(const Graph& graph, const CompileOptions& options) {
  if (!graph.regions.empty()) return false;
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
  if (!wants_lines(all.graph(), all.options())) return whole;
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

// Kernels without scratch for nodes whose scratch, together with their tensors in the frugal plan, takes more
// than `most`.
std::vector<KernelRows> without_scratch_where_full(const Program& fast, const Program& frugal, int32_t most) {
  std::vector<KernelRows> rows(fast.graph.nodes.size(), KernelRows::kWorthTheirCode);
  const LiveBytes live = live_bytes(frugal.buffers, static_cast<int32_t>(frugal.calls.size()) + 1);
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (live.at(frugal.calls[i].step) + fast.calls[i].op.scratch > most)
      rows[index(fast.calls[i].node)] = KernelRows::kWithoutScratch;
  return rows;
}

bool has_scratch(const Call& call) { return call.op.scratch > 0; }

Choices balanced(Evaluator& all, Views views) {
  const Choices fast = best_lines(all, for_all(all, views, KernelRows::kWorthTheirCode));
  const Result<Program>& quick = all.evaluate(fast);
  if (quick && std::ranges::none_of(quick->calls, has_scratch)) return fast;
  // The plan of whole images without kernel scratch shows how much scratch is free.
  const Choices plain = for_all(all, views, KernelRows::kWithoutScratch);
  const bool streams = all.options().stream_input;
  if (quick && !streams && all.surely_larger(plain, quick->scratch_bytes - 1)) return fast;
  const Choices frugal = streams ? best_lines(all, plain) : plain;
  const Result<Program>& small = all.evaluate(frugal);
  if (!quick && !small)  // neither fits: minimise memory only
    return smaller(all, smaller(all, fast, frugal), best_lines(all, plain));
  if (!small) return fast;
  const int32_t most = std::max(small->scratch_bytes, room_of_windows(all.graph()));
  if (quick && quick->scratch_bytes <= most) return fast;
  if (!quick) return frugal;
  const std::vector<KernelRows> rows = without_scratch_where_full(*quick, *small, most);
  const Choices mixed = best_lines(all, {views, rows, Lines::kNone});
  const Result<Program>& made = all.evaluate(mixed);
  return made && made->scratch_bytes <= most ? mixed : frugal;
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
