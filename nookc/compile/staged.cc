#include "nookc/compile/staged.h"

#include <algorithm>

#include "nookc/middle/passes/split_outputs.h"
#include "nookc/middle/plan/placing/staging.h"

namespace nookc {
namespace {

// Whether the parts of a layer are joined without copies: they are one row or pixel.
bool joins_freely(const Graph& graph, const Node& node) {
  const nook::Shape& y = graph[node.out[0]].shape;
  return y.elements() == y.back(0);
}

// Divides layers whose chunks are larger than half of the staging, or than `most_copied` where the parts are
// copied into one output: lowers wish.most_outputs for them. False: no layer can be divided further.
bool divide_layers(const Program& p, StagingWish& wish, int64_t most_copied) {
  const int64_t half = wish.bytes / 2;
  bool divided = false;
  for (const WeightChunk& chunk : p.stored.chunks) {
    const Node& node = node_of(p, chunk);
    const int32_t outputs = outputs_of_layer(p.graph, node);
    if (outputs <= 1 || chunk.size() <= (joins_freely(p.graph, node) ? half : most_copied)) continue;
    auto fewer = static_cast<int32_t>(std::max<int64_t>(1, outputs * half / chunk.size()));
    if (fewer > 8) fewer -= fewer % 8;  // kernels compute up to eight outputs at once
    const auto [at, fresh] = wish.most_outputs.try_emplace(node.source, fewer);
    divided |= fresh || fewer < at->second;
    at->second = std::min(at->second, fewer);
  }
  return divided;
}

using Whole = std::function<Result<Program>(const CompileOptions&)>;

// Compiles with smaller parts until none can or need be divided further.
Result<Program> divide(CompileOptions& options, int64_t most_copied, const Whole& whole) {
  for (;;) {
    Result<Program> program = whole(options);
    if (!program || !divide_layers(*program, options.staging, most_copied)) return program;
  }
}

int64_t scratch_without_staging(const Program& p) {
  return p.scratch_bytes - (p.stored.empty() ? 0 : p.scratch_pools[static_cast<size_t>(p.stored.pool)].bytes);
}

bool reads_all_ahead(const Program& p) { return std::ranges::all_of(p.stored.chunks, &WeightChunk::ahead); }

Status check_staging(const Program& p, const StagingWish& wish) {
  if (p.stored.empty())
    return Diag{Exit::kUsage, "N2104", p.graph.file,
                "no operator reads a constant of at least " + std::to_string(wish.least) + " bytes",
                "leave out --weights-from storage"};
  const WeightChunk& largest = *std::ranges::max_element(p.stored.chunks, {}, &WeightChunk::size);
  if (largest.size() <= wish.bytes) return Done{};
  const Node& node = node_of(p, largest);
  Diag diag{Exit::kDoesNotFit, "N1007", p.graph.file + ": " + describe(p.graph, node),
            "its weights are read at once, and can't be divided" +
                std::string(outputs_of_layer(p.graph, node) == 1 ? " further" : "") + ": need " +
                std::to_string(largest.size()) + " bytes of staging, have " + std::to_string(wish.bytes),
            "--staging " + std::to_string(largest.size()) + " is the least for this model"};
  diag.lacking = largest.size() - wish.bytes;
  return diag;
}

}  // namespace

Status check_storage(const Graph& graph, const CompileOptions& options) {
  const auto refused = [](const std::string& with, const std::string& why) {
    return Diag{Exit::kUsage, "N2104", with, "can't be combined with --weights-from storage: " + why,
                "leave out one of the two"};
  };
  if (options.staging.bytes == 0) return Done{};
  if (options.stream_input) return refused("--stream-input", "its calls are divided over the rows");
  if (options.hop.frames > 0) return refused("--hop", "a push has no place for reads");
  if (!options.units.empty())
    return refused("--unit " + options.units[0].text, "a device can't tell when it has read its weights");
  if (!options.constants_by_pointer.empty())
    return refused("--constants-by-pointer", "constants are either in storage or in an image");
  if (!graph.regions.empty())
    return refused(graph.file + ": control flow (IF, WHILE)", "weights are read in one order");
  for (const Node& node : graph.nodes)
    if (!node.erased() && may_wait(node))
      return refused(graph.file + ": " + describe(graph, node), "a run may end at it, with a read under way");
  return Done{};
}

Result<Program> compile_staged(const CompileOptions& options, const Whole& whole) {
  CompileOptions divided = options;
  divided.rows = divided.strips = false;  // rows of several layers need all of their weights at once
  divided.dump = nullptr;
  Result<Program> program = divide(divided, options.staging.bytes, whole);
  if (!program) return program;
  if (!reads_all_ahead(*program)) {
    CompileOptions smaller = divided;
    Result<Program> other = divide(smaller, options.staging.bytes / 2, whole);
    if (other && scratch_without_staging(*other) <= scratch_without_staging(*program))
      program = std::move(other), divided = smaller;
  }
  if (const Status fits = check_staging(*program, divided.staging); !fits) return fits.diag();
  if (!options.dump) return program;
  divided.dump = options.dump;  // once, with the layers as they are in the end
  return whole(divided);
}

}  // namespace nookc
