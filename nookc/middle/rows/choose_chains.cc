#include "nookc/middle/rows/choose_chains.h"

#include <algorithm>
#include <numeric>

#include "nookc/middle/lower/lives.h"
#include "nookc/middle/lower/padded.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/rows/least_rows.h"

namespace nookc {
namespace {

constexpr int64_t kNever = INT64_MAX;
constexpr int64_t kMostWork = int64_t{1} << 28;  // rows times stages to simulate, for a few seconds

class Choosing {
 public:
  Choosing(const Program& program, const Storage& storage, const RowStages& stages,
           const CompileOptions& options, Overwriting overwriting)
      : p_(program),
        storage_(storage),
        stages_(stages),
        options_(options),
        overwriting_(overwriting),
        lives_(lives_of(program, storage, options)),
        begun_(count() + 3),
        ended_(count() + 3),
        by_last_(count()) {
    for (size_t i = 0; i < lives_.size(); ++i) {
      const Life& life = lives_[i];
      if (life.bytes == 0) continue;
      begun_[static_cast<size_t>(life.first + 2)] += padded(life.bytes);
      ended_[static_cast<size_t>(life.last + 2)] += padded(life.bytes);
      const bool within = life.first >= 0 && life.last < static_cast<int32_t>(count()) && !life.output;
      if (within) by_last_[static_cast<size_t>(life.last)].push_back(i);
    }
    std::partial_sum(begun_.begin(), begun_.end(), begun_.begin());
    std::partial_sum(ended_.begin(), ended_.end(), ended_.begin());
  }

  std::vector<RowChain> run() {
    measure();
    const int64_t peak = best_peak();
    return cut(peak);
  }

 private:
  struct Section {
    int64_t bytes = kNever;
    bool chained = false;  // otherwise a single call, as a whole
  };

  TensorId root(TensorId t) const { return storage_.root[index(t)]; }
  size_t count() const { return p_.calls.size(); }

  // Bytes of whole tensors that are live while calls first to last run, except tensors that only these calls
  // use.
  int64_t bytes_around(int32_t first, int32_t last) const {
    int64_t bytes = begun_[static_cast<size_t>(last + 2)] - ended_[static_cast<size_t>(first + 1)];
    for (int32_t at = first; at <= last; ++at)
      for (size_t i : by_last_[static_cast<size_t>(at)])
        if (lives_[i].first >= first) bytes -= padded(lives_[i].bytes);
    return bytes;
  }

  // The bytes saved if `lower`, produced by calls `first` to `last`, may overwrite `upper` at its last use.
  int64_t saved(TensorId upper, TensorId lower, int64_t separation, int32_t first, int32_t last) const {
    const Life &x = lives_[index(upper)], &y = lives_[index(lower)];
    if (x.last > last || y.first < first || x.bytes == 0 || y.bytes == 0) return 0;
    return padded(x.bytes) + padded(y.bytes) -
           std::max(padded(y.bytes), padded(separation) + padded(x.bytes));
  }

  // A section of one call that is not a chain.
  Section single(size_t i) const {
    const Call& call = p_.calls[i];
    const int32_t at = static_cast<int32_t>(i);
    int64_t most = 0;
    const bool counts =
        overwriting_ == Overwriting::kCounts && call.out_tensors.size() == 1 && unit_of(p_, call).empty();
    for (size_t k = 0; counts && k < call.in_tensors.size(); ++k) {
      const TensorId t = call.in_tensors[k];
      if (t == TensorId::kNone || p_.graph[t].constant()) continue;
      const int32_t bytes = overlap_of_roots(call, k, storage_);
      if (bytes != nook::kDisjoint)
        most = std::max(most, saved(root(t), root(call.out_tensors[0]), bytes, at, at));
    }
    Section section;
    section.bytes = bytes_around(at, at) + padded(call.op.scratch) - most;
    for (TensorId t : call.out_tensors) {  // never read, but allocated
      const Life& life = lives_[index(root(t))];
      if (life.first == at && life.last == at && !life.output) section.bytes += padded(life.bytes);
    }
    return section;
  }

  // Whether the stage reads images of the chain in the shape in which they are produced. Images from outside
  // the chain are whole, so each read of them may use its own rows.
  bool fits(const RowChain& chain, const RowStage& stage) const {
    for (const RowRead& read : stage.reads)
      for (const RowStage& maker : chain.stages)
        if (maker.out == read.tensor &&
            (maker.sum_bytes > 0 || maker.height != read.height || maker.row_bytes != read.row_bytes))
          return false;
    return true;
  }

  // Whether simulating the chain is worth the compiler's time: a hostile model may have 2^30 rows.
  bool affordable(const RowChain& chain) {
    int64_t turns = 0;
    for (const RowStage& stage : chain.stages) turns += stage.turns;
    work_ += turns * static_cast<int64_t>(chain.stages.size());
    return work_ < kMostWork;
  }

  // Streams the input row by row if only the calls up to `last` read it, all of them in its own rows.
  bool stream_into(RowChain& chain, int32_t last) const {
    const RowStream stream = stream_of(p_.graph);
    if (lives_[index(stream.tensor)].last > last) return false;
    for (const RowStage& stage : chain.stages)
      for (const RowRead& read : stage.reads)
        if (read.tensor == stream.tensor && !reads_rows_of(stream, read)) return false;
    chain.stream = stream;
    return true;
  }

  // Simulates calls b to e as a chain: computes its stages and the live bytes. False: they can't run by rows.
  bool chained(size_t b, size_t e, RowChain& chain, int64_t& all) {
    std::set<TensorId> whole, inputs;
    const int32_t first = static_cast<int32_t>(b), last = static_cast<int32_t>(e);
    for (size_t i = b; i <= e; ++i) {
      if (!stages_.of_call[i] || !fits(chain, *stages_.of_call[i])) return false;
      chain.stages.push_back(*stages_.of_call[i]);
      const RowStage& stage = chain.stages.back();
      const Life& life = lives_[index(stage.out)];
      if (life.last > last || life.output || life.last == life.first || stage.sum_bytes > 0)
        whole.insert(stage.out);
      for (const RowRead& read : stage.reads)
        if (lives_[index(read.tensor)].first < first) inputs.insert(read.tensor);
    }
    if (b == 0 && options_.stream_input && !stream_into(chain, last)) return false;
    if (!affordable(chain)) return false;
    least_rows(chain, whole, inputs, stages_.one_row);
    int64_t bytes = bytes_around(first, last), scratch = 0, most = 0;
    if (chain.stream.tensor != TensorId::kNone)
      bytes += padded(int64_t{chain.stream.held} * chain.stream.row_bytes) +
               padded(4 * (static_cast<int64_t>(chain.stages.size()) + 1));
    for (const RowStage& stage : chain.stages) {
      const Life& life = lives_[index(stage.out)];
      if (life.first >= first && life.last <= last && !life.output && stage.into < 0)  // not in the sum above
        bytes += padded(int64_t{stage.held} * stage.row_bytes);
      bytes += padded(stage.sum_bytes);
      scratch = std::max<int64_t>(scratch, p_.calls[static_cast<size_t>(stage.call)].op.scratch);
    }
    for (const nook::Separation& s : chain.overlaps)
      most = std::max(most, saved(TensorId{static_cast<uint32_t>(s.upper)},
                                  TensorId{static_cast<uint32_t>(s.lower)}, s.bytes, first, last));
    all = bytes + padded(scratch) - most;
    return true;
  }

  // If the input is streamed, only the calls that read it run by rows.
  bool saves_memory() const { return options_.level != Level::kTime && options_.level != Level::kSize; }

  // Measures all sections, by their first call and their length.
  void measure() {
    sections_.resize(count());
    int64_t bound = 0;  // a peak that is reached without chains
    for (size_t b = 0; b < count(); ++b) {
      sections_[b].push_back(single(b));
      if (b > 0 || !options_.stream_input) bound = std::max(bound, sections_[b][0].bytes);
    }
    for (size_t b = 0; b < count(); ++b) {
      const bool streams = b == 0 && options_.stream_input;
      if (streams) sections_[b].clear();
      if (!streams && !saves_memory()) continue;
      for (size_t e = b + sections_[b].size(); e < count() && e - b < kLongestChain; ++e) {
        Section section;
        RowChain chain;
        const bool fits = section.chained = chained(b, e, chain, section.bytes);
        if (!fits && !(streams && stages_.of_call[e])) break;
        if (!fits || (section.bytes >= bound && !streams)) section = {};
        sections_[b].push_back(section);
        if (fits && !saves_memory()) break;
      }
    }
  }

  int64_t best_peak() const {
    std::vector<int64_t> best(count() + 1, kNever);
    best[0] = 0;
    for (size_t b = 0; b < count(); ++b)
      for (size_t n = 1; n <= sections_[b].size(); ++n)
        best[b + n] = std::min(best[b + n], std::max(best[b], sections_[b][n - 1].bytes));
    return best[count()];
  }

  // Cuts the program into sections that all stay within `peak`, with the fewest calls in chains.
  std::vector<RowChain> cut(int64_t peak) {
    std::vector<int64_t> least(count() + 1, kNever);  // fewest calls in chains
    std::vector<size_t> from(count() + 1);
    least[0] = 0;
    for (size_t b = 0; b < count(); ++b)
      for (size_t n = 1; n <= sections_[b].size(); ++n) {
        if (sections_[b][n - 1].bytes > peak || least[b] == kNever) continue;
        const int64_t calls = least[b] + (sections_[b][n - 1].chained ? static_cast<int64_t>(n) : 0);
        if (calls < least[b + n]) least[b + n] = calls, from[b + n] = b;
      }
    std::vector<RowChain> chains;
    if (peak == kNever) return chains;  // the input can't be delivered row by row
    // The chosen chains are simulated again: keeping all would take many times the program's memory.
    work_ = 0;
    for (size_t end = count(); end > 0; end = from[end]) {
      if (!sections_[from[end]][end - from[end] - 1].chained) continue;
      int64_t bytes = 0;
      chains.emplace_back();
      chained(from[end], end - 1, chains.back(), bytes);
    }
    std::ranges::reverse(chains);
    return chains;
  }

  const Program& p_;
  const Storage& storage_;
  const RowStages& stages_;
  const CompileOptions& options_;
  const Overwriting overwriting_;
  const std::vector<Life> lives_;
  std::vector<int64_t> begun_, ended_;        // bytes of tensors that begin, or end, at call i - 2 or before
  std::vector<std::vector<size_t>> by_last_;  // per call: the program's inner tensors that end there
  int64_t work_ = 0;
  std::vector<std::vector<Section>> sections_;  // [first call][length - 1]
};

}  // namespace

std::vector<RowChain> choose_chains(const Program& program, const Storage& storage, const RowStages& stages,
                                    const CompileOptions& options, Overwriting overwriting) {
  return Choosing(program, storage, stages, options, overwriting).run();
}

}  // namespace nookc
