#include "nookc/middle/plan/placing/staging.h"

#include <algorithm>

#include "nook/core/tensor.h"
#include "nookc/core/invariant.h"

namespace nookc {
namespace {

constexpr int32_t kAlignment = nook::kBufferAlignment;
constexpr int32_t kLeastHeight = 64;  // the header of the file is read into the staging, too

// Constants that --place or --candidates gives to a pool stay in the address space.
bool is_stored(const Program& p, const Location& at, const StagingWish& wish) {
  if (at.kind != Location::Kind::kConstant) return false;
  const Constant& c = p.constants[static_cast<size_t>(at.index)];
  return static_cast<int64_t>(c.bytes->size()) >= wish.least && !p.graph[c.tensor].placement.requested();
}

// Moves the large constants of a call into a chunk.
void store_call(Program& p, size_t i, const StagingWish& wish) {
  WeightChunk chunk;
  chunk.call = static_cast<int32_t>(i);
  const auto number = static_cast<int32_t>(p.stored.chunks.size());
  for (Location& at : p.calls[i].in) {
    if (!is_stored(p, at, wish)) continue;
    const Bytes& bytes = *p.constants[static_cast<size_t>(at.index)].bytes;
    at = {Location::Kind::kStored, number, chunk.size()};
    chunk.bytes.insert(chunk.bytes.end(), bytes.begin(), bytes.end());
    chunk.bytes.resize((chunk.bytes.size() + kAlignment - 1) / kAlignment * kAlignment);
  }
  if (!chunk.bytes.empty()) p.stored.chunks.push_back(std::move(chunk));
}

// Leaves out the constants that nothing in the program refers to.
void drop_unused(Program& p) {
  std::vector<int32_t> number(p.constants.size(), -1);
  const auto note = [&](const Location& at) {
    if (at.kind == Location::Kind::kConstant) number[static_cast<size_t>(at.index)] = 0;
  };
  for (const Call& call : p.calls)
    for (const Location& at : call.in) note(at);
  for (const Kept& kept : p.kept)
    if (kept.first >= 0) number[static_cast<size_t>(kept.first)] = 0;
  std::vector<Constant> left;
  for (size_t i = 0; i < number.size(); ++i)
    if (number[i] == 0) number[i] = static_cast<int32_t>(left.size()), left.push_back(p.constants[i]);
  const auto renumber = [&](Location& at) {
    if (at.kind == Location::Kind::kConstant) at.index = number[static_cast<size_t>(at.index)];
  };
  for (Call& call : p.calls)
    for (Location& at : call.in) renumber(at);
  for (Kept& kept : p.kept)
    if (kept.first >= 0) kept.first = number[static_cast<size_t>(kept.first)];
  p.constants = std::move(left);
}

// Sets which reads begin ahead, and returns the bytes of staging.
int32_t height_of(std::vector<WeightChunk>& chunks, int64_t limit) {
  int32_t height = kLeastHeight;
  for (size_t i = 0; i < chunks.size(); ++i) {
    const int32_t before = i == 0 ? 0 : chunks[i - 1].size();
    chunks[i].ahead = before + int64_t{chunks[i].size()} <= limit;
    height = std::max(height, chunks[i].size() + (chunks[i].ahead ? before : 0));
  }
  return height;
}

std::string free_name(const Program& p) {
  std::string name = "staging";
  const auto taken = [&](const PoolUse& use) { return use.pool.name == name; };
  while (std::ranges::any_of(p.scratch_pools, taken) || std::ranges::any_of(p.constant_pools, taken))
    name += "_";
  return name;
}

}  // namespace

const Node& node_of(const Program& p, const WeightChunk& chunk) {
  return p.graph.nodes[index(p.calls[static_cast<size_t>(chunk.call)].node)];
}

void store_weights(Program& p, const StagingWish& wish) {
  if (wish.bytes == 0) return;
  invariant(p.chains.empty() && p.marks.empty(), "calls with weights in storage run one after the other");
  for (size_t i = 0; i < p.calls.size(); ++i) store_call(p, i, wish);
  drop_unused(p);
}

void plan_staging(Program& p, const StagingWish& wish) {
  std::vector<WeightChunk>& chunks = p.stored.chunks;
  if (chunks.empty()) return;
  PoolUse staging;
  staging.pool.name = free_name(p), staging.pool.size = wish.bytes;
  staging.bytes = height_of(chunks, wish.bytes);
  staging.lower_bound = staging.bytes;  // chunks that are live at once
  p.stored.pool = static_cast<int32_t>(p.scratch_pools.size());
  p.scratch_pools.push_back(std::move(staging));
  const int32_t height = p.scratch_pools.back().bytes;
  p.scratch_bytes += height;
  for (size_t i = 0; i < chunks.size(); ++i) {
    WeightChunk& chunk = chunks[i];
    chunk.at = i % 2 == 0 ? 0 : height - chunk.size();
    const int32_t step = p.calls[static_cast<size_t>(chunk.call)].step;
    const int32_t begin = i == 0        ? 1
                          : chunk.ahead ? p.calls[static_cast<size_t>(chunks[i - 1].call)].step
                                        : step;
    p.buffers.push_back({"weights of " + describe(p.graph, node_of(p, chunk)),
                         {chunk.size(), kAlignment, begin, step, nook::BufferKind::kScratch},
                         p.stored.pool,
                         chunk.at});
  }
}

}  // namespace nookc
