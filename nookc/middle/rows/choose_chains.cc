#include "nookc/middle/rows/choose_chains.h"

#include <algorithm>

#include "nookc/middle/rows/cut_sections.h"
#include "nookc/middle/rows/strip_time.h"

namespace nookc {
namespace {

// Strips may take this many times the cycles that their bytes are worth by themselves: half of the inference
// if they saved all of the scratch, well within the price of a program (price.h).
constexpr double kWorthOfStrips = 5;

// Whether strips save enough for their time. With -O ram, and where a stream leaves no choice, bytes alone
// count.
bool pay_off(Sections& c, int64_t peak, int64_t without) {
  if (peak == kNever || peak >= without) return false;
  if (c.options.level == Level::kRam || without == kNever) return true;
  double added = 0;
  for (const RowChain& chain : cut(c, peak))
    if (chain.strips) added += cycles_added(c.p, chain, c.strips, c.options);
  return added <= kWorthOfStrips * cycles_worth(c.p, without - peak, without, c.options);
}

struct StripSize {
  size_t size;   // index into RowStages::strips
  int64_t peak;  // with strips of this size
  int64_t most;  // bytes that longer strips of some stages may take
};

// The largest size that pays off and takes at most a third more than the least of all sizes, or the smallest
// that pays off, if it saves an eighth of the peak without strips. `peaks`: for each size.
std::optional<StripSize> choose_strips(const std::vector<int64_t>& peaks, const std::vector<bool>& pays_off,
                                       int64_t without, Level level) {
  const int64_t least = *std::ranges::min_element(peaks);
  int64_t cheapest = kNever;
  for (size_t i = 0; i < peaks.size(); ++i)
    if (pays_off[i]) cheapest = std::min(cheapest, peaks[i]);
  if (cheapest >= without || (without != kNever && cheapest > without - without / 8)) return std::nullopt;
  const int64_t third = std::min(least + least / 3, std::max(least, without - without / 8));
  const int64_t most = level == Level::kRam ? cheapest : std::max(cheapest, third);
  size_t size = peaks.size() - 1;
  while (!pays_off[size] || peaks[size] > most) --size;
  return StripSize{size, peaks[size], level == Level::kRam ? 0 : most};
}

// The calls of a chain: those for which strips take most time are first.
std::vector<int32_t> slowest_first(const Sections& c, const RowChain& chain) {
  std::vector<std::pair<double, int32_t>> all;
  for (const RowStage& s : chain.stages) all.emplace_back(-cycles_added(c.p, s, c.strips, c.options), s.call);
  std::ranges::sort(all);
  std::vector<int32_t> calls;
  for (const auto& [gain, call] : all) calls.push_back(call);
  return calls;
}

// Gives single stages longer strips where that saves more time than the bytes are worth, as long as the chain
// stays within the bytes that it may take.
void lengthen(Sections& c, RowChain& chain, const StripSize& chosen) {
  double cycles = cycles_added(c.p, chain, c.strips, c.options);
  int64_t taken = chosen.peak;
  const auto first = static_cast<size_t>(chain.stages.front().call), last = first + chain.stages.size() - 1;
  for (const int32_t call : slowest_first(c, chain))
    for (size_t size = chosen.size + 1; size < c.stages.strips.size(); ++size) {
      const auto at = static_cast<size_t>(call);
      const StageTable& longer = c.stages.strips[size];
      if (!longer.of_call[at]) break;
      if (longer.of_call[at]->at_once <= c.strips.of_call[at]->at_once) continue;
      const std::optional<RowStage> stage = c.strips.of_call[at];
      const nook::Prepared op = c.strips.ops[at];
      c.strips.of_call[at] = longer.of_call[at], c.strips.ops[at] = longer.ops[at];
      RowChain other;
      other.strips = true;
      int64_t bytes = 0;
      const bool fits = chained(c, first, last, other, bytes) && bytes <= chosen.most;
      const double now = fits ? cycles_added(c.p, other, c.strips, c.options) : cycles;
      const int64_t more = std::max<int64_t>(0, bytes - taken);
      if (cycles - now > cycles_worth(c.p, more, taken, c.options)) {
        chain = std::move(other), cycles = now, taken += more;
        continue;
      }
      c.strips.of_call[at] = stage, c.strips.ops[at] = op;
      if (!fits) break;
    }
}

}  // namespace

ChosenChains choose_chains(const Program& program, const Storage& storage, const RowStages& stages,
                           const CompileOptions& options, Overwriting overwriting) {
  const auto with = [&](StageTable strips) {
    return sections_of(program, storage, stages, options, overwriting, std::move(strips));
  };
  Sections whole = with({});
  const int64_t without = best_peak(whole);
  if (stages.strips.empty()) return {cut(whole, without), {}};
  std::vector<int64_t> peaks;
  std::vector<bool> pays_off;
  for (const StageTable& strips : stages.strips) {
    Sections c = with(strips);
    peaks.push_back(best_peak(c)), pays_off.push_back(pay_off(c, peaks.back(), without));
  }
  const std::optional<StripSize> chosen = choose_strips(peaks, pays_off, without, options.level);
  if (!chosen) return {cut(whole, without), {}};
  Sections c = with(stages.strips[chosen->size]);
  std::vector<RowChain> chains = cut(c, chosen->peak);
  for (RowChain& chain : chains)
    if (chain.strips) lengthen(c, chain, *chosen);
  return {std::move(chains), std::move(c.strips)};
}

}  // namespace nookc
