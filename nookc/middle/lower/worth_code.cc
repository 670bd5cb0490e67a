#include "nookc/middle/lower/worth_code.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "nookc/target/code.h"

namespace nookc {
namespace {

// 1 % of the flash is worth 0.1 % of the time.
constexpr double kWorthOfFlash = 0.1;

using Kernels = std::vector<const nook::Kernel*>;  // per node
using Functions = std::map<std::string_view, int32_t>;

// The functions linked for all kernels.
Functions linked_by(const Kernels& kernels) {
  Functions all;
  std::set<const nook::Kernel*> seen;
  for (const nook::Kernel* const kernel : kernels) {
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
int64_t bytes_added(const Functions& linked, const nook::Kernel& kernel) {
  int64_t bytes = 0;
  for (const auto& [function, size] : kernel_code(kernel.symbol))
    bytes += linked.contains(function) ? 0 : size;
  return bytes;
}

const Candidate* candidate_of(const Chosen& node, const nook::Kernel* row) {
  const auto found = std::ranges::find(node.candidates, row, &Candidate::row);
  return found == node.candidates.end() || !found->estimate ? nullptr : &*found;
}

// Exchanges the kernels of an inference for others, given the cycles that a byte of code is worth.
class Exchange {
 public:
  Exchange(const std::vector<Chosen>& nodes, Kernels kernels, int64_t constant_bytes)
      : nodes_(nodes), now_(std::move(kernels)) {
    double inference = 0;
    for (size_t i = 0; i < nodes.size(); ++i)
      if (const Candidate* const first = candidate_of(nodes[i], now_[i]))
        inference += static_cast<double>(first->estimate->flash);
    const double flash = static_cast<double>(constant_bytes + bytes_of(linked_by(now_)));
    if (flash > 0) worth_ = kWorthOfFlash * inference / flash;
  }

  // Drops the kernel whose removal gains the most; false: no removal gains anything.
  bool next() {
    const int64_t bytes = bytes_of(linked_by(now_));
    std::set<const nook::Kernel*> seen;
    Without best;
    for (size_t i = 0; i < now_.size(); ++i) {
      if (!now_[i] || !seen.insert(now_[i]).second || !candidate_of(nodes_[i], now_[i])) continue;
      Without made = without(now_[i]);
      made.gain += static_cast<double>(bytes) * worth_;
      if (!made.kernels.empty() && made.gain > best.gain) best = std::move(made);
    }
    if (best.kernels.empty()) return false;
    dropped_.insert(best.kernel), now_ = std::move(best.kernels);
    return true;
  }

  const Kernels& kernels() const { return now_; }

 private:
  struct Without {
    const nook::Kernel* kernel = nullptr;
    Kernels kernels;  // per node; empty if some node has no alternative
    double gain = 0;  // cycles
  };

  Without without(const nook::Kernel* kernel) const {
    Without made{kernel, now_, 0};
    std::ranges::replace(made.kernels, kernel, nullptr);
    Functions linked = linked_by(made.kernels);
    for (size_t i = 0; i < now_.size(); ++i) {
      if (now_[i] != kernel) continue;
      const Candidate* const other = cheapest(nodes_[i], kernel, linked);
      if (!other) return {};
      made.kernels[i] = other->row;
      made.gain -=
          static_cast<double>(other->estimate->flash - candidate_of(nodes_[i], kernel)->estimate->flash);
      const Functions& own = kernel_code(other->row->symbol);
      linked.insert(own.begin(), own.end());
    }
    made.gain -= static_cast<double>(bytes_of(linked)) * worth_;
    return made;
  }

  // The best alternative kernel of a node, weighing the code it adds.
  const Candidate* cheapest(const Chosen& node, const nook::Kernel* kernel, const Functions& linked) const {
    const Candidate* best = nullptr;
    double least = 0;
    for (const Candidate& each : node.candidates) {
      if (each.row == kernel || dropped_.contains(each.row) || !each.estimate) continue;
      if (kernel_code(each.row->symbol).empty()) continue;
      const double cost = static_cast<double>(each.estimate->flash) +
                          static_cast<double>(bytes_added(linked, *each.row)) * worth_;
      if (!best || cost < least) best = &each, least = cost;
    }
    return best;
  }

  const std::vector<Chosen>& nodes_;
  Kernels now_;
  std::set<const nook::Kernel*> dropped_;
  double worth_ = 0;  // cycles
};

}  // namespace

void drop_unworthy(std::vector<Chosen>& nodes, int64_t constant_bytes) {
  Kernels first;
  for (const Chosen& node : nodes) first.push_back(node.op ? node.op->kernel : nullptr);
  Exchange exchange(nodes, first, constant_bytes);
  while (exchange.next()) continue;
  for (size_t i = 0; i < nodes.size(); ++i)
    if (exchange.kernels()[i] != first[i]) take(*exchange.kernels()[i], &*nodes[i].op);
}

}  // namespace nookc
