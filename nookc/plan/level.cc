#include "nookc/plan/level.h"

#include <algorithm>

#include "nookc/lower/lower.h"
#include "nookc/plan/place.h"
#include "nookc/rows/by_rows.h"

namespace nookc {
namespace {

// Line buffers cost a few instructions for each row, and code.
bool wants_rows(const CompileOptions& options) {
  const bool for_memory = options.level == Level::kBalanced || options.level == Level::kRam;
  return options.stream_input || (options.rows && for_memory);
}

// Images stay whole where line buffers do not give a smaller plan. Where neither fits, line buffers are what
// there is to say something about: they lack the least.
Result<Program> smaller(Result<Program> by_rows, Result<Program> images) {
  const bool whole = images && (!by_rows || images->scratch_bytes <= by_rows->scratch_bytes);
  return whole ? std::move(images) : std::move(by_rows);
}

Result<Program> placed(Program program, const CompileOptions& options) {
  if (const Status status = place(program, options); !status) return status.diag();
  return program;
}

Result<Program> with_rows(const Graph& graph, const CompileOptions& options,
                          const std::vector<KernelRows>& rows) {
  Result<Program> program = lower(graph, options, rows);  // Attrs -> Params, kernel, scratch, packed weights
  if (!program) return program.diag();
  if (!wants_rows(options)) return placed(*std::move(program), options);
  Program lines = *program;  // images that need not be there as a whole
  if (const Status fine = run_by_rows(lines, options, rows); !fine) return fine.diag();
  // From here on every buffer's size is final.
  if (options.stream_input) return placed(std::move(lines), options);
  if (lines.chains.empty()) return placed(*std::move(program), options);
  return smaller(placed(std::move(lines), options), placed(*std::move(program), options));
  // From here on every address is final; emission decides nothing.
}

// The same rows for every node, with room for the copies that lower() inserts.
std::vector<KernelRows> for_all(const Graph& graph, KernelRows rows) {
  return std::vector<KernelRows>(graph.nodes.size() * 2 + 1, rows);
}

bool has_scratch(const Call& call) { return call.op.scratch > 0; }

// Bytes of the tensors that live while a call runs.
int64_t bytes_around(const Program& program, size_t call) {
  const int32_t step = program.calls[call].step;
  int64_t bytes = 0;
  for (const Planned& planned : program.buffers)
    if (planned.buffer.first <= step && step <= planned.buffer.last) bytes += planned.buffer.size;
  return bytes;
}

// Nodes whose kernel's scratch does not fit beside their tensors into the plan that has no such scratch.
std::vector<KernelRows> without_scratch_where_full(const Program& fast, const Program& frugal) {
  std::vector<KernelRows> rows(fast.graph.nodes.size(), KernelRows::kAll);
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (bytes_around(frugal, i) + fast.calls[i].op.scratch > frugal.scratch_bytes)
      rows[index(fast.calls[i].node)] = KernelRows::kWithoutScratch;
  return rows;
}

Result<Program> frugal_rows(const Graph& graph, const CompileOptions& options) {
  return with_rows(graph, options, for_all(graph, KernelRows::kWithoutScratch));
}

Result<Program> balanced(const Graph& graph, const CompileOptions& options) {
  Result<Program> fast = with_rows(graph, options, {});
  if (fast && std::ranges::none_of(fast->calls, has_scratch)) return fast;
  CompileOptions images = options;  // the reference kernels' plan, the measure of what scratch is free
  if (!options.stream_input) images.rows = false;
  Result<Program> frugal = frugal_rows(graph, images);
  if (!fast && !frugal) return frugal_rows(graph, options);  // memory is so short that it is what counts
  if (!frugal || (fast && fast->scratch_bytes <= frugal->scratch_bytes)) return fast;
  if (!fast) return frugal;
  Result<Program> mixed = with_rows(graph, options, without_scratch_where_full(*fast, *frugal));
  return mixed && mixed->scratch_bytes <= frugal->scratch_bytes ? std::move(mixed) : std::move(frugal);
}

Result<Program> at_level(const Graph& graph, const CompileOptions& options) {
  switch (options.level) {
    case Level::kTime:
      return with_rows(graph, options, {});
    case Level::kBalanced:
      return balanced(graph, options);
    case Level::kRam:
      return frugal_rows(graph, options);
    case Level::kSize:
      return with_rows(graph, options, for_all(graph, KernelRows::kReference));
  }
  return balanced(graph, options);
}

bool has_parts(const Node& node) { return !node.parts.empty(); }

}  // namespace

Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options) {
  Result<Program> views = at_level(graph, options);
  if (std::ranges::none_of(graph.nodes, has_parts)) return views;
  Graph without = graph;
  for (Node& node : without.nodes) node.parts.clear();
  Result<Program> copies = at_level(without, options);
  if (views && options.level == Level::kTime) return views;
  const bool larger = !views || (copies && copies->scratch_bytes < views->scratch_bytes);
  return larger ? std::move(copies) : std::move(views);
}

}  // namespace nookc
