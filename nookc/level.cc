#include "nookc/level.h"

#include <algorithm>

#include "nookc/middle/lower/lower.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/plan/placing/place.h"
#include "nookc/middle/rows/by_rows.h"

namespace nookc {
namespace {

// Line buffers cost code, and a few instructions per row.
bool wants_rows(const Graph& graph, const CompileOptions& options) {
  if (!graph.regions.empty()) return false;
  const bool always_whole = options.level == Level::kTime || options.level == Level::kSize;
  return options.stream_input || (options.rows && !always_whole);
}

// The smaller plan; the first if they are equal. If neither fits, the one that lacks fewer bytes.
Result<Program> smaller(Result<Program> first, Result<Program> second) {
  const bool better = first && second   ? first->scratch_bytes <= second->scratch_bytes
                      : first || second ? static_cast<bool>(first)
                                        : first.diag().lacking <= second.diag().lacking;
  return better ? std::move(first) : std::move(second);
}

Result<Program> placed(Program program, const CompileOptions& options) {
  if (const Status status = place(program, options); !status) return status.diag();
  return program;
}

// The program with line buffers wherever they pay off, not yet placed.
Result<Program> in_lines(Program program, const CompileOptions& options, const std::vector<KernelRows>& rows,
                         Overwriting overwriting) {
  if (const Status fine = run_by_rows(program, options, rows, overwriting); !fine) return fine.diag();
  // From here on every buffer's size is final.
  return program;
}

bool same_chains(const Program& a, const Program& b) {
  return std::ranges::equal(a.chains, b.chains, [](const RowChain& x, const RowChain& y) {
    return x.stages.size() == y.stages.size() && x.stages[0].call == y.stages[0].call;
  });
}

// The smaller result of the two ways to choose chains, or the unchanged program if no chain is chosen.
Result<Program> lines_placed(const Program& program, const CompileOptions& options,
                             const std::vector<KernelRows>& rows) {
  Result<Program> few = in_lines(program, options, rows, Overwriting::kCounts);
  Result<Program> more = in_lines(program, options, rows, Overwriting::kDoesNot);
  if (!few) return few.diag();
  const bool differ = more && !same_chains(*few, *more);
  Result<Program> first = placed(*std::move(few), options);
  return differ ? smaller(std::move(first), placed(*std::move(more), options)) : std::move(first);
}

// Whether every plan of a program needs more than `bytes`. Any solver's answer includes the bound of the only
// pool for scratch, so the quickest solver is enough; a search for the best plan takes a second.
bool surely_larger(const Program& program, const CompileOptions& options, int32_t bytes) {
  CompileOptions quick = options;
  quick.solver = "greedy_by_size";
  const Result<Program> some = placed(program, quick);
  return some && some->scratch_pools.size() == 1 && some->scratch_pools[0].lower_bound > bytes;
}

Result<Program> with_rows(const Graph& graph, const CompileOptions& options,
                          const std::vector<KernelRows>& rows) {
  Result<Program> program = lower(graph, options, rows);  // Attrs -> Params, kernel, scratch, packed weights
  if (!program) return program.diag();
  if (!wants_rows(graph, options)) return placed(*std::move(program), options);
  Result<Program> lines = lines_placed(*program, options, rows);
  if (options.stream_input || (lines && lines->chains.empty())) return lines;
  if (lines && surely_larger(*program, options, lines->scratch_bytes)) return lines;
  return smaller(placed(*std::move(program), options), std::move(lines));
  // From here on every address is final; emission decides nothing.
}

// Equal kernel rows for every node, including the copies that lower() may insert.
std::vector<KernelRows> for_all(const Graph& graph, KernelRows rows) {
  return std::vector<KernelRows>(graph.nodes.size() * 2 + 1, rows);
}

bool has_scratch(const Call& call) { return call.op.scratch > 0; }

// Bytes of the tensors that are live while a call runs.
int64_t bytes_around(const Program& program, size_t call) {
  const int32_t step = program.calls[call].step;
  int64_t bytes = 0;
  for (const Planned& planned : program.buffers)
    if (planned.buffer.first <= step && step <= planned.buffer.last) bytes += planned.buffer.size;
  return bytes;
}

// Finds nodes whose kernel scratch, together with their tensors, does not fit into the plan without kernel
// scratch.
std::vector<KernelRows> without_scratch_where_full(const Program& fast, const Program& frugal) {
  std::vector<KernelRows> rows(fast.graph.nodes.size(), KernelRows::kWorthTheirCode);
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (bytes_around(frugal, i) + fast.calls[i].op.scratch > frugal.scratch_bytes)
      rows[index(fast.calls[i].node)] = KernelRows::kWithoutScratch;
  return rows;
}

Result<Program> frugal_rows(const Graph& graph, const CompileOptions& options) {
  return with_rows(graph, options, for_all(graph, KernelRows::kWithoutScratch));
}

Result<Program> balanced(const Graph& graph, const CompileOptions& options) {
  Result<Program> fast = with_rows(graph, options, for_all(graph, KernelRows::kWorthTheirCode));
  if (fast && std::ranges::none_of(fast->calls, has_scratch)) return fast;
  CompileOptions images = options;  // the plan with reference kernels shows how much scratch is free
  if (!options.stream_input) images.rows = false;
  if (fast && !images.rows) {
    const Result<Program> whole = lower(graph, images, for_all(graph, KernelRows::kWithoutScratch));
    if (whole && surely_larger(*whole, images, fast->scratch_bytes - 1)) return fast;
  }
  Result<Program> frugal = frugal_rows(graph, images);
  if (!fast && !frugal)  // neither fits: minimise memory only
    return smaller(smaller(std::move(fast), std::move(frugal)), frugal_rows(graph, options));
  if (!frugal || (fast && fast->scratch_bytes <= frugal->scratch_bytes)) return fast;
  if (!fast) return frugal;
  Result<Program> mixed = with_rows(graph, options, without_scratch_where_full(*fast, *frugal));
  return mixed && mixed->scratch_bytes <= frugal->scratch_bytes ? std::move(mixed) : std::move(frugal);
}

Result<Program> at_level(const Graph& graph, const CompileOptions& options) {
  switch (options.level) {
    case Level::kTime:
      return with_rows(graph, options, for_all(graph, KernelRows::kAll));
    case Level::kBalanced:
    case Level::kFlash:
      return balanced(graph, options);
    case Level::kRam:
      return frugal_rows(graph, options);
    case Level::kSize:
      return with_rows(graph, options, for_all(graph, KernelRows::kReference));
  }
  return balanced(graph, options);
}

bool any_parts(const Graph& graph) {
  return std::ranges::any_of(graph.nodes, [](const Node& node) { return !node.parts.empty(); });
}

}  // namespace

Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options) {
  Result<Program> views = at_level(graph, options);
  if (!any_parts(graph) || (views && options.level == Level::kTime)) return views;
  Graph copying = graph, naming = graph;
  size_t names = 0, parts = 0;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    copying.nodes[i].parts.clear();
    if (names_whole(graph, graph.nodes[i])) {
      ++names;
    } else if (!graph.nodes[i].parts.empty()) {
      naming.nodes[i].parts.clear(), ++parts;
    }
  }
  Result<Program> best = smaller(std::move(views), at_level(copying, options));
  if (names == 0 || parts == 0 || (best && any_parts(best->graph))) return best;
  return smaller(at_level(naming, options), std::move(best));
}

}  // namespace nookc
