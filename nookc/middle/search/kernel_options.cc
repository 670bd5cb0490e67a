#include "nookc/middle/search/kernel_options.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "nookc/core/invariant.h"
#include "nookc/middle/lower/call_work.h"
#include "nookc/middle/search/footprint.h"
#include "nookc/target/linked.h"

namespace nookc {
namespace {

constexpr size_t kMostOptions = 32;  // the first and the last of a longer list

const Bytes* weights_of(const Program& program, const Call& call) {
  const Node& node = program.graph.nodes[index(call.node)];
  const size_t at = op_row(call).signature.first(nook::Role::kWeights);
  if (at >= node.in.size() || node.in[at] == TensorId::kNone) return nullptr;
  return program.graph[node.in[at]].data.get();
}

KernelOption option_of(Evaluator& all, const Program& program, const Call& call, const Candidate& kernel) {
  KernelOption made;
  made.row = kernel.row;
  Call with = call;
  take(*kernel.row, &with.op);
  with.estimate = kernel.estimate;
  made.cycles = cycles_of(program, with, all.options());
  made.scratch = with.op.scratch;
  for (size_t k = 0; k < call.in_tensors.size(); ++k)
    made.overlap.push_back(call.op.overlap(kernel.row, call.op.params, static_cast<int>(k)));
  made.rows = made.scratch == 0 ? KernelRows::kWithoutScratch : KernelRows::kWorthTheirCode;
  return made;
}

void add_flash(Evaluator& all, const Program& program, const Call& call, const LayerKernels& layer,
               CodeTable& table, KernelOption& option) {
  option.code = table.of(option.row->symbol);
  const Bytes* const weights = weights_of(program, call);
  if (!weights || layer.shares) return;
  option.constants = option.row->packing->bytes ? all.packed_bytes(program, layer.node, *option.row)
                                                : static_cast<int64_t>(weights->size());
}

bool needs_no_more(const KernelOption& a, const KernelOption& b, Weighs weighs) {
  if (!needs_no_more_ram(a, b)) return false;
  return weighs == Weighs::kCyclesAndRam || (a.constants <= b.constants && (a.code & ~b.code).none());
}

// Whether nothing speaks for `b` if there is `a`. Where the order of the rows tells which is faster, `a` is
// the earlier row.
bool dominates(const KernelOption& a, const KernelOption& b, Weighs weighs, bool estimated) {
  return !(estimated ? a.cycles > b.cycles : a.row > b.row) && needs_no_more(a, b, weighs);
}

std::vector<KernelOption> undominated(const std::vector<KernelOption>& every, Weighs weighs, bool estimated) {
  std::vector<KernelOption> kept;
  for (const KernelOption& each : every) {
    const auto beats = [&](const KernelOption& other) { return dominates(other, each, weighs, estimated); };
    if (std::ranges::any_of(kept, beats)) continue;
    std::erase_if(kept, [&](const KernelOption& other) { return dominates(each, other, weighs, estimated); });
    kept.push_back(each);
  }
  std::ranges::stable_sort(kept, {}, &KernelOption::cycles);
  if (kept.size() > kMostOptions) kept.erase(kept.begin() + kMostOptions - 1, kept.end() - 1);
  return kept;
}

// See LayerKernels::unproven: each option that is not kept has a kept one that takes no more memory.
double cycles_left_out(const std::vector<KernelOption>& every, const std::vector<KernelOption>& kept,
                       Weighs weighs) {
  double most = 0;
  for (const KernelOption& each : every) {
    double least = INFINITY;
    for (const KernelOption& other : kept)
      if (needs_no_more(other, each, weighs)) least = std::min(least, other.cycles);
    most = std::max(most, least - each.cycles);
  }
  return most;
}

std::map<const Bytes*, int> readers_of(const Program& program) {
  std::map<const Bytes*, int> readers;
  std::vector<const Bytes*> known;  // one for each content
  for (const Call& call : program.calls) {
    const Bytes* const weights = weights_of(program, call);
    if (!weights) continue;
    const auto same = std::ranges::find_if(known, [&](const Bytes* other) { return *other == *weights; });
    if (same == known.end())
      known.push_back(weights), ++readers[weights];
    else
      ++readers[*same], readers[weights] += 2;
  }
  return readers;
}

}  // namespace

CodeSet CodeTable::of(std::string_view kernel) {
  CodeSet code;
  for (const auto& [function, bytes] : linked_functions(linked_parts(kernel), target_)) {
    const auto [at, fresh] = numbers_.try_emplace(function, bytes_.size());
    if (fresh) bytes_.push_back(bytes);
    invariant(at->second < code.size(), "a set of code holds all functions of a target");
    code.set(at->second);
  }
  return code;
}

int64_t CodeTable::bytes(const CodeSet& code) const {
  int64_t sum = 0;
  for (size_t i = 0; i < bytes_.size(); ++i)
    if (code[i]) sum += bytes_[i];
  return sum;
}

bool needs_no_more_ram(const KernelOption& a, const KernelOption& b) {
  return a.scratch <= b.scratch &&
         std::ranges::equal(a.overlap, b.overlap, [](int32_t x, int32_t y) { return x <= y; });
}

std::vector<LayerKernels> layers_of(Evaluator& all, const Program& program, const Choices& choices,
                                    Weighs weighs, CodeTable& table) {
  const std::map<const Bytes*, int> readers = readers_of(program);
  std::vector<LayerKernels> layers;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    const Call& call = program.calls[i];
    LayerKernels layer{index(call.node), call.code, false, all.may_replace(choices, i), 0, {}};
    const Bytes* const weights = weights_of(program, call);
    layer.shares = weights && readers.at(weights) > 1;
    const Chosen& rows = all.kernels_of(program, layer.node);
    const bool estimated = !rows.candidates.empty() && rows.candidates.front().estimate.has_value();
    std::vector<KernelOption> every;
    for (const Candidate& each : rows.candidates) {
      every.push_back(option_of(all, program, call, each));
      if (weighs == Weighs::kFlashToo) add_flash(all, program, call, layer, table, every.back());
    }
    if (!every.empty()) every.back().rows = KernelRows::kReference;
    layer.options = undominated(every, weighs, estimated);
    layer.unproven = cycles_left_out(every, layer.options, weighs);
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace nookc
