#include "nookc/middle/rows/sections.h"

#include <algorithm>
#include <map>

#include "nookc/middle/live/overlap.h"
#include "nookc/middle/lower/padded.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/rows/choose_chains.h"
#include "nookc/middle/rows/least_rows.h"

namespace nookc {
namespace {

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
  if (x.last > last || x.held || y.first < first || x.bytes == 0 || y.bytes == 0) return 0;
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
    const TensorId upper = root(c, t), lower = root(c, call.out_tensors[0]);
    if (saved(c, upper, lower, 0, at, at) <= most)
      continue;  // a call of many operands has each asked in turn
    const int32_t bytes = overlap_of_roots(call, k, c.storage);
    if (bytes != nook::kDisjoint) most = std::max(most, saved(c, upper, lower, bytes, at, at));
  }
  Section section;
  section.bytes = bytes_around(c, at, at) + padded(call.op.scratch) - most;
  for (TensorId t : call.out_tensors) {  // never read, but allocated
    const WholeTensor& life = c.lives[index(root(c, t))];
    if (life.first == at && life.last == at && !life.output) section.bytes += padded(life.bytes);
  }
  return section;
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

// Whether a stage's output is held as a whole in a chain that ends with call `last`.
bool is_whole(const Sections& c, const RowStage& stage, int32_t last) {
  const WholeTensor& life = c.lives[index(stage.out)];
  return life.last > last || life.output || life.held || life.last == life.first || stage.sum_bytes > 0;
}

// If the input is streamed, only the calls that read it run by rows.
bool saves_memory(const Sections& c) {
  return c.options.level != Level::kTime && c.options.level != Level::kSize;
}

// The chains that begin with one call, as they grow by a call at a time: a bound of their live bytes, which
// takes no simulation.
class GrowingChain {
 public:
  GrowingChain(const Sections& c, size_t b, bool strips)
      : c_(c), table_(table_of(c, strips)), strips_(strips), first_(static_cast<int32_t>(b)) {}

  // Adds call e. False: no chain includes it. Images of the chain must be read in the shape in which they are
  // made; those from outside of it are whole, so each read of them may use its own rows.
  bool add(size_t e) {
    if (!table_.of_call[e]) return false;
    const RowStage& stage = *table_.of_call[e];
    for (const RowRead& read : stage.reads)
      if (const auto maker = makers_.find(read.tensor);
          maker != makers_.end() && (maker->second->sum_bytes > 0 || maker->second->height != read.height ||
                                     maker->second->row_bytes != read.row_bytes))
        return false;
    makers_.emplace(stage.out, &stage);
    last_ = static_cast<int32_t>(e);
    for (const size_t i : c_.by_last[e])
      if (c_.lives[i].first >= first_) inner_ += padded(c_.lives[i].bytes);
    sums_ += padded(stage.sum_bytes);
    scratch_ = std::max<int64_t>(scratch_, (strips_ ? table_.ops[e] : c_.p.calls[e].op).scratch);
    return true;
  }

  // The live bytes, at least.
  int64_t least() const {
    const int64_t certain = c_.live.during(first_, last_) - inner_ + sums_ + padded(scratch_);
    int64_t input = 0, output = 0, buffers = 0;
    for (int32_t at = first_; at <= last_; ++at) {
      const RowStage& stage = *table_.of_call[static_cast<size_t>(at)];
      buffers = std::max(buffers, buffers_of(stage));
      if (is_whole(c_, stage, last_)) output = std::max(output, padded(c_.lives[index(stage.out)].bytes));
      for (const RowRead& read : stage.reads) {
        const WholeTensor& life = c_.lives[index(read.tensor)];
        if (life.first < first_ && life.last <= last_) input = std::max(input, padded(life.bytes));
      }
    }
    return certain + buffers - std::min(input, output);  // one overwrites the other
  }

 private:
  // The pixels or rows that a stage needs at once when it begins.
  int64_t buffers_of(const RowStage& stage) const {
    const auto held = [&](const RowStage& s) { return s.sum_bytes == 0 && !is_whole(c_, s, last_); };
    int64_t bytes =
        strips_ && held(stage) ? int64_t{std::min(stage.at_once, stage.height)} * stage.row_bytes : 0;
    if (!strips_ && stage.by == nook::ByRows::kSlice) return 0;  // perhaps in place
    std::set<TensorId> seen;
    for (const RowRead& read : stage.reads) {
      const auto maker = makers_.find(read.tensor);
      if (maker == makers_.end() || !held(*maker->second) || !seen.insert(read.tensor).second) continue;
      const int32_t y = stage.sum_bytes > 0 ? 0 : std::min(stage.at_once, stage.height) - 1;
      bytes += int64_t{std::max(0, read.until(y) - read.first(0))} * read.row_bytes;
    }
    return bytes;
  }

  const Sections& c_;
  const StageTable& table_;
  const bool strips_;
  const int32_t first_;
  int32_t last_ = 0;
  std::map<TensorId, const RowStage*> makers_;
  int64_t inner_ = 0, sums_ = 0, scratch_ = 0;
};

// Whether a branch or a loop begins or ends between two calls. A chain never goes beyond that.
bool is_marked(const Sections& c, size_t call) {
  const auto mark = std::ranges::lower_bound(c.p.marks, call, {}, &CallMark::call);
  return mark != c.p.marks.end() && mark->call == call;
}

// Finds the chains that begin with call b, of rows or of strips; a single call is also measured as a whole.
void find_chains(Sections& c, size_t b, bool strips) {
  std::vector<Section>& all = c.sections[b];
  const bool streams = b == 0 && c.options.stream_input;
  const int32_t read = streams ? c.lives[index(stream_of(c.p.graph).tensor)].last : 0;
  GrowingChain chain(c, b, strips);
  for (size_t e = b; e < count(c) && e - b < (strips ? kLongestChainOfStrips : kLongestChain); ++e) {
    if ((e > b && is_marked(c, e)) || !chain.add(e)) return;
    if (e == b && !streams) continue;
    if (all.size() <= e - b) all.resize(e - b + 1);
    if (streams && static_cast<int32_t>(e) < read) continue;  // the input is not only read by the chain
    const int64_t bytes = chain.least();
    if (bytes >= c.bound && !streams) continue;
    Section& section = all[e - b];
    if (bytes < section.bytes || !section.chained) section.bytes = bytes;
    section.chained = true, (strips ? section.strips_open : section.rows_open) = true;
    if (!saves_memory(c)) return;
  }
}

// Finds all sections, by their first call and their length.
void find_sections(Sections& c) {
  c.sections.resize(count(c));
  for (size_t b = 0; b < count(c); ++b) {
    c.sections[b].push_back(single(c, b));
    if (b > 0 || !c.options.stream_input) c.bound = std::max(c.bound, c.sections[b][0].bytes);
  }
  for (size_t b = 0; b < count(c); ++b) {
    const bool streams = b == 0 && c.options.stream_input;
    if (streams) c.sections[b].clear();
    if (!streams && !saves_memory(c)) continue;
    find_chains(c, b, false);
    if (!c.strips.of_call.empty()) find_chains(c, b, true);
  }
}

LiveBytes live_bytes(const std::vector<WholeTensor>& tensors, int32_t calls) {
  std::vector<std::pair<LiveRange, int64_t>> ranges;
  for (const WholeTensor& t : tensors)
    if (t.bytes > 0) ranges.emplace_back(t, padded(t.bytes));
  return LiveBytes(-1, calls, ranges);
}

}  // namespace

bool chained(Sections& c, size_t b, size_t e, RowChain& chain, int64_t& all) {
  const StageTable& table = table_of(c, chain.strips);
  std::set<TensorId> whole, inputs;
  const int32_t first = static_cast<int32_t>(b), last = static_cast<int32_t>(e);
  for (size_t i = b; i <= e; ++i) {
    chain.stages.push_back(*table.of_call[i]);
    const RowStage& stage = chain.stages.back();
    if (is_whole(c, stage, last)) whole.insert(stage.out);
    for (const RowRead& read : stage.reads)
      if (c.lives[index(read.tensor)].first < first) inputs.insert(read.tensor);
  }
  if (b == 0 && c.options.stream_input && !stream_into(c, chain, last)) return false;
  const Paces paces = c.options.parts_of_rows ? Paces::kBoth : Paces::kFree;  // interpreters have one pace
  if (!least_rows(chain, whole, inputs, table.ops, c.work, paces)) return false;
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

void simulate(Sections& c, size_t b, size_t calls) {
  Section& section = c.sections[b][calls - 1];
  const Section open = section;
  section = {};
  for (const bool strips : {false, true}) {
    if (!(strips ? open.strips_open : open.rows_open)) continue;
    RowChain chain;
    chain.strips = strips;
    int64_t bytes = 0;
    if (!chained(c, b, b + calls - 1, chain, bytes) || bytes >= section.bytes) continue;
    const bool streams = chain.stream.tensor != TensorId::kNone;
    if (bytes < c.bound || streams) section.bytes = bytes, section.chained = true, section.strips = strips;
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
             kMostWork,
             {}};
  for (size_t i = 0; i < c.lives.size(); ++i) {
    const WholeTensor& life = c.lives[i];
    const bool within = life.first >= 0 && life.last < calls && !life.output;
    if (life.bytes > 0 && within) c.by_last[static_cast<size_t>(life.last)].push_back(i);
  }
  if (!c.strips.of_call.empty()) c.work = kMostWorkOfStrips;
  find_sections(c);
  return c;
}

}  // namespace nookc
