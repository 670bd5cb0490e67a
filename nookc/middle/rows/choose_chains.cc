#include "nookc/middle/rows/choose_chains.h"

#include <algorithm>

#include "nookc/core/invariant.h"
#include "nookc/middle/live/live_ranges.h"
#include "nookc/middle/live/overlap.h"
#include "nookc/middle/lower/padded.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/rows/least_rows.h"
#include "nookc/middle/rows/strip_time.h"

namespace nookc {
namespace {

constexpr int64_t kNever = INT64_MAX;
// Rows times stages to simulate, for a few seconds; every size of strips has a part of it.
constexpr int64_t kMostWork = int64_t{1} << 28, kMostWorkOfStrips = kMostWork / 8;

struct Section {
  int64_t bytes = kNever;
  bool chained = false;  // otherwise a single call, as a whole
  bool strips = false;   // the chain computes strips, not rows
};

// The program cut into sections, and the facts to measure one.
struct Sections {
  const Program& p;
  const Storage& storage;
  const RowStages& stages;
  const CompileOptions& options;
  const Overwriting overwriting;
  StageTable strips;  // stages that compute strips; empty: there are none
  const std::vector<WholeTensor> lives;
  const LiveBytes live;
  std::vector<std::vector<size_t>> by_last;  // per call: the program's inner tensors that end there
  int64_t work = 0;
  std::vector<std::vector<Section>> sections;  // [first call][length - 1]
};

size_t count(const Sections& c) { return c.p.calls.size(); }

TensorId root(const Sections& c, TensorId t) { return c.storage.root[index(t)]; }

// Bytes of whole tensors that are live while calls first to last run, except tensors that only these calls
// use.
int64_t bytes_around(const Sections& c, int32_t first, int32_t last) {
  int64_t bytes = c.live.during(first, last);
  for (int32_t at = first; at <= last; ++at)
    for (size_t i : c.by_last[static_cast<size_t>(at)])
      if (c.lives[i].first >= first) bytes -= padded(c.lives[i].bytes);
  return bytes;
}

// The bytes saved if `lower`, produced by calls `first` to `last`, may overwrite `upper` at its last use.
int64_t saved(const Sections& c, TensorId upper, TensorId lower, int64_t separation, int32_t first,
              int32_t last) {
  const WholeTensor &x = c.lives[index(upper)], &y = c.lives[index(lower)];
  if (x.last > last || y.first < first || x.bytes == 0 || y.bytes == 0) return 0;
  return padded(x.bytes) + padded(y.bytes) - std::max(padded(y.bytes), padded(separation) + padded(x.bytes));
}

// A section of one call that is not a chain.
Section single(const Sections& c, size_t i) {
  const Call& call = c.p.calls[i];
  const int32_t at = static_cast<int32_t>(i);
  int64_t most = 0;
  const bool counts =
      c.overwriting == Overwriting::kCounts && call.out_tensors.size() == 1 && unit_of(c.p, call).empty();
  for (size_t k = 0; counts && k < call.in_tensors.size(); ++k) {
    const TensorId t = call.in_tensors[k];
    if (t == TensorId::kNone || c.p.graph[t].constant()) continue;
    const int32_t bytes = overlap_of_roots(call, k, c.storage);
    if (bytes != nook::kDisjoint)
      most = std::max(most, saved(c, root(c, t), root(c, call.out_tensors[0]), bytes, at, at));
  }
  Section section;
  section.bytes = bytes_around(c, at, at) + padded(call.op.scratch) - most;
  for (TensorId t : call.out_tensors) {  // never read, but allocated
    const WholeTensor& life = c.lives[index(root(c, t))];
    if (life.first == at && life.last == at && !life.output) section.bytes += padded(life.bytes);
  }
  return section;
}

// Whether the stage reads images of the chain in the shape in which they are produced. Images from outside
// the chain are whole, so each read of them may use its own rows.
bool fits(const RowChain& chain, const RowStage& stage) {
  for (const RowRead& read : stage.reads)
    for (const RowStage& maker : chain.stages)
      if (maker.out == read.tensor &&
          (maker.sum_bytes > 0 || maker.height != read.height || maker.row_bytes != read.row_bytes))
        return false;
  return true;
}

// Whether simulating the chain is worth the compiler's time: a hostile model may have 2^30 rows.
bool affordable(Sections& c, const RowChain& chain) {
  int64_t turns = 0;
  for (const RowStage& stage : chain.stages) turns += stage.turns / stage.at_once;
  c.work += turns * static_cast<int64_t>(chain.stages.size());
  return c.work < (c.strips.of_call.empty() ? kMostWork : kMostWorkOfStrips);
}

// Streams the input row by row if only the calls up to `last` read it, all of them in its own rows.
bool stream_into(const Sections& c, RowChain& chain, int32_t last) {
  const RowStream stream = stream_of(c.p.graph);
  if (c.lives[index(stream.tensor)].last > last) return false;
  for (const RowStage& stage : chain.stages)
    for (const RowRead& read : stage.reads)
      if (read.tensor == stream.tensor && !reads_rows_of(stream, read)) return false;
  chain.stream = stream;
  return true;
}

const StageTable& table_of(const Sections& c, bool strips) { return strips ? c.strips : c.stages.rows; }

// Simulates calls b to e as a chain of rows, or of strips if chain.strips is set: computes its stages and the
// live bytes. False: they can't run by rows.
bool chained(Sections& c, size_t b, size_t e, RowChain& chain, int64_t& all) {
  const StageTable& table = table_of(c, chain.strips);
  std::set<TensorId> whole, inputs;
  const int32_t first = static_cast<int32_t>(b), last = static_cast<int32_t>(e);
  for (size_t i = b; i <= e; ++i) {
    if (!table.of_call[i] || !fits(chain, *table.of_call[i])) return false;
    chain.stages.push_back(*table.of_call[i]);
    const RowStage& stage = chain.stages.back();
    const WholeTensor& life = c.lives[index(stage.out)];
    if (life.last > last || life.output || life.last == life.first || stage.sum_bytes > 0)
      whole.insert(stage.out);
    for (const RowRead& read : stage.reads)
      if (c.lives[index(read.tensor)].first < first) inputs.insert(read.tensor);
  }
  if (b == 0 && c.options.stream_input && !stream_into(c, chain, last)) return false;
  if (!affordable(c, chain)) return false;
  least_rows(chain, whole, inputs, table.ops);
  int64_t bytes = bytes_around(c, first, last), scratch = 0, most = 0;
  if (chain.stream.tensor != TensorId::kNone)
    bytes += padded(int64_t{chain.stream.held} * chain.stream.row_bytes) +
             padded(4 * (static_cast<int64_t>(chain.stages.size()) + 1));
  for (const RowStage& stage : chain.stages) {
    const nook::Prepared& op = chain.strips ? table.ops[static_cast<size_t>(stage.call)]
                                            : c.p.calls[static_cast<size_t>(stage.call)].op;
    const WholeTensor& life = c.lives[index(stage.out)];
    if (life.first >= first && life.last <= last && !life.output && stage.into < 0)  // not in the sum above
      bytes += padded(int64_t{stage.held} * stage.row_bytes);
    bytes += padded(stage.sum_bytes);
    scratch = std::max<int64_t>(scratch, op.scratch);
  }
  for (const nook::Separation& s : chain.overlaps)
    most = std::max(most, saved(c, TensorId{static_cast<uint32_t>(s.upper)},
                                TensorId{static_cast<uint32_t>(s.lower)}, s.bytes, first, last));
  all = bytes + padded(scratch) - most;
  return true;
}

// If the input is streamed, only the calls that read it run by rows.
bool saves_memory(const Sections& c) {
  return c.options.level != Level::kTime && c.options.level != Level::kSize;
}

// Measures the chains that begin with call b, of rows or of strips; a single call is also measured as a
// whole. `bound`: a peak that is reached without chains.
void measure_chains(Sections& c, size_t b, bool strips, int64_t bound) {
  std::vector<Section>& all = c.sections[b];
  const bool streams = b == 0 && c.options.stream_input;
  for (size_t e = streams ? b : b + 1; e < count(c) && e - b < kLongestChain; ++e) {
    Section section;
    RowChain chain;
    chain.strips = section.strips = strips;
    const bool fits = section.chained = chained(c, b, e, chain, section.bytes);
    if (!fits && !(streams && table_of(c, strips).of_call[e])) return;
    if (!fits || (section.bytes >= bound && !streams)) section = {};
    if (all.size() <= e - b) all.resize(e - b + 1);
    if (section.bytes < all[e - b].bytes) all[e - b] = section;
    if (fits && !saves_memory(c)) return;
  }
}

// Measures all sections, by their first call and their length.
void measure(Sections& c) {
  c.sections.resize(count(c));
  int64_t bound = 0;  // a peak that is reached without chains
  for (size_t b = 0; b < count(c); ++b) {
    c.sections[b].push_back(single(c, b));
    if (b > 0 || !c.options.stream_input) bound = std::max(bound, c.sections[b][0].bytes);
  }
  for (size_t b = 0; b < count(c); ++b) {
    const bool streams = b == 0 && c.options.stream_input;
    if (streams) c.sections[b].clear();
    if (!streams && !saves_memory(c)) continue;
    measure_chains(c, b, false, bound);
    if (!c.strips.of_call.empty()) measure_chains(c, b, true, bound);
  }
}

int64_t best_peak(const Sections& c) {
  std::vector<int64_t> best(count(c) + 1, kNever);
  best[0] = 0;
  for (size_t b = 0; b < count(c); ++b)
    for (size_t n = 1; n <= c.sections[b].size(); ++n)
      best[b + n] = std::min(best[b + n], std::max(best[b], c.sections[b][n - 1].bytes));
  return best[count(c)];
}

// Cuts the program into sections that all stay within `peak`, with the fewest calls in chains.
std::vector<RowChain> cut(Sections& c, int64_t peak) {
  std::vector<int64_t> least(count(c) + 1, kNever);  // fewest calls in chains
  std::vector<size_t> from(count(c) + 1);
  least[0] = 0;
  for (size_t b = 0; b < count(c); ++b)
    for (size_t n = 1; n <= c.sections[b].size(); ++n) {
      if (c.sections[b][n - 1].bytes > peak || least[b] == kNever) continue;
      const int64_t calls = least[b] + (c.sections[b][n - 1].chained ? static_cast<int64_t>(n) : 0);
      if (calls < least[b + n]) least[b + n] = calls, from[b + n] = b;
    }
  std::vector<RowChain> chains;
  if (peak == kNever) return chains;  // the input can't be delivered row by row
  // The chosen chains are simulated again: keeping all would take many times the program's memory.
  c.work = 0;
  for (size_t end = count(c); end > 0; end = from[end]) {
    const Section& section = c.sections[from[end]][end - from[end] - 1];
    if (!section.chained) continue;
    int64_t bytes = 0;
    chains.emplace_back().strips = section.strips;
    chained(c, from[end], end - 1, chains.back(), bytes);
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

LiveBytes live_bytes(const std::vector<WholeTensor>& tensors, int32_t calls) {
  std::vector<std::pair<LiveRange, int64_t>> ranges;
  for (const WholeTensor& t : tensors)
    if (t.bytes > 0) ranges.emplace_back(t, padded(t.bytes));
  return LiveBytes(-1, calls, ranges);
}

// Whether strips save enough for their time. With -O ram, and where a stream leaves no choice, bytes alone
// count.
bool pay_off(Sections& c, int64_t peak, int64_t without) {
  if (peak == kNever || peak >= without) return false;
  if (c.options.level == Level::kRam || without == kNever) return true;
  double added = 0;
  for (const RowChain& chain : cut(c, peak))
    if (chain.strips) added += cycles_added(c.p, chain, c.strips, c.options);
  return added <= cycles_worth(c.p, without - peak, without, c.options);
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

Sections sections_of(const Program& program, const Storage& storage, const RowStages& stages,
                     const CompileOptions& options, Overwriting overwriting, StageTable strips) {
  std::vector<WholeTensor> lives = whole_tensors(program, storage, options);
  const int32_t calls = static_cast<int32_t>(program.calls.size());
  LiveBytes live = live_bytes(lives, calls);
  Sections c{program,
             storage,
             stages,
             options,
             overwriting,
             std::move(strips),
             std::move(lives),
             std::move(live),
             std::vector<std::vector<size_t>>(program.calls.size()),
             0,
             {}};
  for (size_t i = 0; i < c.lives.size(); ++i) {
    const WholeTensor& life = c.lives[i];
    const bool within = life.first >= 0 && life.last < calls && !life.output;
    if (life.bytes > 0 && within) c.by_last[static_cast<size_t>(life.last)].push_back(i);
  }
  measure(c);
  return c;
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
