#include "nookc/middle/rows/cut_sections.h"

#include <algorithm>

#include "nookc/core/invariant.h"

namespace nookc {
namespace {

// The cut into sections that all stay within `peak` for which the sum of cost(section, calls) is least: the
// first call after each section, the last one first. Empty: there is none.
template <class Cost>
std::vector<size_t> cheapest_cut(const Sections& c, int64_t peak, Cost cost) {
  std::vector<int64_t> least(c.p.calls.size() + 1, kNever);
  std::vector<size_t> from(c.p.calls.size() + 1), ends;
  least[0] = 0;
  for (size_t b = 0; b < c.p.calls.size(); ++b)
    for (size_t n = 1; n <= c.sections[b].size(); ++n) {
      const Section& section = c.sections[b][n - 1];
      if (section.bytes > peak || section.bytes == kNever || least[b] == kNever) continue;
      const int64_t all = least[b] + cost(section, n);
      if (all < least[b + n]) least[b + n] = all, from[b + n] = b;
    }
  if (least[c.p.calls.size()] == kNever) return {};
  for (size_t end = c.p.calls.size(); end > 0; end = from[end]) ends.push_back(end);
  ends.push_back(0);
  return ends;
}

// Simulates the chains of a cut that are not simulated yet. False: there were some.
bool simulate_all(Sections& c, const std::vector<size_t>& ends) {
  bool known = true;
  for (size_t i = 0; i + 1 < ends.size(); ++i) {
    const size_t b = ends[i + 1], n = ends[i] - b;
    if (!c.sections[b][n - 1].open()) continue;
    simulate(c, b, n), known = false;
  }
  return known;
}

// The least peak, as far as it is known: chains that are not simulated have their bounds.
int64_t least_peak(const Sections& c) {
  std::vector<int64_t> best(c.p.calls.size() + 1, kNever);
  best[0] = 0;
  for (size_t b = 0; b < c.p.calls.size(); ++b)
    for (size_t n = 1; n <= c.sections[b].size(); ++n)
      best[b + n] = std::min(best[b + n], std::max(best[b], c.sections[b][n - 1].bytes));
  return best[c.p.calls.size()];
}

// Counts the time that another cut takes. Once it is used up, chains that are not simulated are not taken.
void count_cut(Sections& c) {
  for (const auto& all : c.sections) c.work -= static_cast<int64_t>(all.size()) / 4;
  if (c.work >= 0) return;
  for (auto& all : c.sections)
    for (Section& section : all)
      if (section.open()) section = {};
}

}  // namespace

int64_t best_peak(Sections& c) {
  for (;;) {
    count_cut(c);
    const int64_t peak = least_peak(c);
    if (peak == kNever) return peak;
    const auto unknown = [](const Section& section, size_t) { return int64_t{section.open()}; };
    if (simulate_all(c, cheapest_cut(c, peak, unknown))) return peak;
  }
}

std::vector<RowChain> cut(Sections& c, int64_t peak) {
  std::vector<RowChain> chains;
  if (peak == kNever) return chains;  // the input can't be delivered row by row
  const auto in_chains = [](const Section& section, size_t calls) {
    return section.chained ? static_cast<int64_t>(calls) : 0;
  };
  std::vector<size_t> ends = cheapest_cut(c, peak, in_chains);
  for (; !simulate_all(c, ends); ends = cheapest_cut(c, peak, in_chains)) count_cut(c);
  // The chosen chains are simulated again: keeping all would take many times the program's memory.
  c.work = kMostWork;
  for (size_t i = 0; i + 1 < ends.size(); ++i) {
    const size_t b = ends[i + 1];
    const Section& section = c.sections[b][ends[i] - b - 1];
    if (!section.chained) continue;
    int64_t bytes = 0;
    chains.emplace_back().strips = section.strips;
    chained(c, b, ends[i] - 1, chains.back(), bytes);
  }
  std::ranges::reverse(chains);
  const auto consecutive = [](const RowChain& chain) {
    for (size_t i = 0; i < chain.stages.size(); ++i)
      if (chain.stages[i].call != chain.stages[0].call + static_cast<int32_t>(i)) return false;
    return chain.order.size() == chain.stages.size();
  };
  invariant(std::ranges::all_of(chains, consecutive), "the calls of a chain follow each other");
  return chains;
}

}  // namespace nookc
