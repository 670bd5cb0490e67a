#include "nookc/plan/level.h"

#include <algorithm>

#include "nookc/lower/lower.h"
#include "nookc/plan/place.h"

namespace nookc {
namespace {

Result<Program> with_rows(const Graph& graph, const CompileOptions& options, const std::vector<Rows>& rows) {
  Result<Program> program = lower(graph, options, rows);  // Attrs -> Params, kernel, scratch, packed weights
  if (!program) return program.diag();
  // From here on every buffer's size is final.
  if (const Status placed = place(*program, options); !placed) return placed.diag();
  // From here on every address is final; emission decides nothing.
  return program;
}

// The same rows for every node, with room for the copies that lower() inserts.
std::vector<Rows> for_all(const Graph& graph, Rows rows) {
  return std::vector<Rows>(graph.nodes.size() * 2 + 1, rows);
}

bool has_scratch(const Call& call) { return call.op.scratch > 0; }

// Bytes of the tensors that live while a call runs.
int64_t bytes_around(const Program& program, size_t call) {
  const int32_t step = static_cast<int32_t>(call) + 1;
  int64_t bytes = 0;
  for (const Planned& planned : program.buffers)
    if (planned.buffer.first <= step && step <= planned.buffer.last) bytes += planned.buffer.size;
  return bytes;
}

// Nodes whose kernel's scratch does not fit beside their tensors into the plan that has no such scratch.
std::vector<Rows> without_scratch_where_full(const Program& fast, const Program& frugal) {
  std::vector<Rows> rows(fast.graph.nodes.size(), Rows::kAll);
  for (size_t i = 0; i < fast.calls.size(); ++i)
    if (bytes_around(frugal, i) + fast.calls[i].op.scratch > frugal.scratch_bytes)
      rows[index(fast.calls[i].node)] = Rows::kWithoutScratch;
  return rows;
}

Result<Program> balanced(const Graph& graph, const CompileOptions& options) {
  Result<Program> fast = with_rows(graph, options, {});
  if (fast && std::ranges::none_of(fast->calls, has_scratch)) return fast;
  Result<Program> frugal = with_rows(graph, options, for_all(graph, Rows::kWithoutScratch));
  if (!frugal || (fast && fast->scratch_bytes <= frugal->scratch_bytes)) return fast;
  if (!fast) return frugal;
  Result<Program> mixed = with_rows(graph, options, without_scratch_where_full(*fast, *frugal));
  return mixed && mixed->scratch_bytes <= frugal->scratch_bytes ? std::move(mixed) : std::move(frugal);
}

}  // namespace

Result<Program> lower_and_place(const Graph& graph, const CompileOptions& options) {
  switch (options.level) {
    case Level::kTime:
      return with_rows(graph, options, {});
    case Level::kBalanced:
      return balanced(graph, options);
    case Level::kRam:
      return with_rows(graph, options, for_all(graph, Rows::kWithoutScratch));
    case Level::kSize:
      return with_rows(graph, options, for_all(graph, Rows::kReference));
  }
  return balanced(graph, options);
}

}  // namespace nookc
