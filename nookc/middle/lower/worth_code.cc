#include "nookc/middle/lower/worth_code.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "nookc/target/code.h"

namespace nookc {
namespace {

using Kernels = std::vector<const nook::KernelEntry*>;  // per node
using Functions = std::map<std::string_view, int32_t>;

// The functions linked for all kernels.
Functions linked_by(const Kernels& kernels) {
  Functions all;
  std::set<const nook::KernelEntry*> seen;
  for (const nook::KernelEntry* const kernel : kernels) {
    if (!kernel || !seen.insert(kernel).second) continue;
    const Functions& own = kernel_code(kernel->symbol);
    all.insert(own.begin(), own.end());
  }
  return all;
}

int64_t bytes_of(const Functions& functions) {
  int64_t bytes = 0;
  for (const auto& [function, size] : functions) bytes += size;
  return bytes;
}

// The bytes that a kernel adds to the functions already linked.
int64_t bytes_added(const Functions& linked, const nook::KernelEntry& kernel) {
  int64_t bytes = 0;
  for (const auto& [function, size] : kernel_code(kernel.symbol))
    bytes += linked.contains(function) ? 0 : size;
  return bytes;
}

const Candidate* candidate_of(const Chosen& node, const nook::KernelEntry* row) {
  const auto found = std::ranges::find(node.candidates, row, &Candidate::row);
  return found == node.candidates.end() || !found->estimate ? nullptr : &*found;
}

// The result of using one kernel less.
struct Without {
  const nook::KernelEntry* kernel = nullptr;
  Kernels kernels;  // per node; empty if some node has no alternative
  double gain = 0;  // cycles
};

// An exchange of an inference's kernels for others, given the cycles that a byte of code is worth.
struct KernelExchange {
  const std::vector<Chosen>& nodes;
  Kernels now;
  std::set<const nook::KernelEntry*> dropped;
  double inference = 0;  // cycles of all nodes with an estimate
  double worth = 0;      // cycles
};

// The fewest cycles of a node's kernels that have an estimate.
double best_of(const Chosen& node) {
  double least = INFINITY;
  for (const Candidate& each : node.candidates)
    if (each.estimate) least = std::min(least, static_cast<double>(each.estimate->flash));
  return least;
}

// The best alternative kernel of a node, weighing the code it adds.
const Candidate* cheapest(const KernelExchange& d, const Chosen& node, const nook::KernelEntry* kernel,
                          const Functions& linked) {
  const Candidate* best = nullptr;
  double least = 0;
  const double shortest = best_of(node);
  for (const Candidate& each : node.candidates) {
    if (each.row == kernel || d.dropped.contains(each.row) || !each.estimate) continue;
    const auto cycles = static_cast<double>(each.estimate->flash);
    if (kernel_code(each.row->symbol).empty() || takes_too_long(cycles, shortest, d.inference)) continue;
    const double cost = cycles + static_cast<double>(bytes_added(linked, *each.row)) * d.worth;
    if (!best || cost < least) best = &each, least = cost;
  }
  return best;
}

Without without(const KernelExchange& d, const nook::KernelEntry* kernel) {
  Without made{kernel, d.now, 0};
  std::ranges::replace(made.kernels, kernel, nullptr);
  Functions linked = linked_by(made.kernels);
  for (size_t i = 0; i < d.now.size(); ++i) {
    if (d.now[i] != kernel) continue;
    const Candidate* const other = cheapest(d, d.nodes[i], kernel, linked);
    if (!other) return {};
    made.kernels[i] = other->row;
    made.gain -=
        static_cast<double>(other->estimate->flash - candidate_of(d.nodes[i], kernel)->estimate->flash);
    const Functions& own = kernel_code(other->row->symbol);
    linked.insert(own.begin(), own.end());
  }
  made.gain -= static_cast<double>(bytes_of(linked)) * d.worth;
  return made;
}

// Drops the kernel whose removal gains the most; false: no removal gains anything.
bool drop_one(KernelExchange& d) {
  const int64_t bytes = bytes_of(linked_by(d.now));
  std::set<const nook::KernelEntry*> seen;
  Without best;
  for (size_t i = 0; i < d.now.size(); ++i) {
    if (!d.now[i] || !seen.insert(d.now[i]).second || !candidate_of(d.nodes[i], d.now[i])) continue;
    Without made = without(d, d.now[i]);
    made.gain += static_cast<double>(bytes) * d.worth;
    if (!made.kernels.empty() && made.gain > best.gain) best = std::move(made);
  }
  if (best.kernels.empty()) return false;
  d.dropped.insert(best.kernel), d.now = std::move(best.kernels);
  return true;
}

double inference_of(const std::vector<Chosen>& nodes, const Kernels& kernels) {
  double cycles = 0;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (const Candidate* const first = candidate_of(nodes[i], kernels[i]))
      cycles += static_cast<double>(first->estimate->flash);
  return cycles;
}

// The cycles that a byte of code is worth.
double worth_of(double inference, const Kernels& kernels, int64_t constant_bytes) {
  const double flash = static_cast<double>(constant_bytes + bytes_of(linked_by(kernels)));
  return flash > 0 ? kWorthOfMemory * inference / flash : 0;
}

}  // namespace

void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes) {
  Kernels first;
  for (const Chosen& node : nodes) first.push_back(node.op ? node.op->kernel : nullptr);
  const double inference = inference_of(nodes, first);
  KernelExchange exchange{nodes, first, {}, inference, worth_of(inference, first, constant_bytes)};
  while (drop_one(exchange)) continue;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (exchange.now[i] != first[i]) take(*exchange.now[i], &*nodes[i].op);
}

}  // namespace nookc
