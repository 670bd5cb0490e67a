#include "nookc/middle/rows/run_rows.h"

#include <map>
#include <optional>

#include "nookc/middle/lower/steady_steps.h"
#include "nookc/middle/rows/shared_buffers.h"

namespace nookc {
namespace {

// Per stage: the stages whose lines it reads or writes.
std::vector<std::vector<size_t>> touched_by(const std::vector<RowStage>& stages) {
  std::vector<std::vector<size_t>> all(stages.size());
  std::map<TensorId, size_t> makers;
  for (size_t i = 0; i < stages.size(); ++i) {
    all[i].push_back(i);
    for (const RowRead& read : stages[i].reads)
      if (const auto maker = makers.find(read.tensor); maker != makers.end()) all[i].push_back(maker->second);
    makers.emplace(stages[i].out, i);
  }
  return all;
}

class Run {
 public:
  Run(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying)
      : chain_(chain),
        stages_(chain.stages),
        order_(chain.order),
        whole_(whole),
        dying_(dying),
        made_(chain.stages.size() + 1),
        buffers_(chain.stages.size()),
        touched_(touched_by(chain.stages)),
        stream_(chain.stream) {
    for (size_t i = 0; i < stages_.size(); ++i)
      for (const RowRead& read : stages_[i].reads) readers_[read.tensor].push_back({i, &read});
  }

  // False: it would take too many steps.
  bool run(int64_t& work) {
    limit_turns();
    for (size_t i = 0; i < stages_.size(); ++i) waits_.push_back(waits_of(chain_, i));
    find_ends();
    makers_.resize(stages_.size());
    for (size_t i = 0; i < stages_.size(); ++i) makers_[ring_of(i)].push_back(i);
    for (RowStage& s : stages_) s.held = whole_.count(s.out) ? s.height : 1;
    for (const RowStage& s : stages_) lines_.push_back(line_of(chain_, s.out));
    if (chain_.strips && stream_.tensor != TensorId::kNone) lines_.push_back(line_of(chain_, stream_.tensor));
    stream_.held = 0;
    steady_.emplace(chain_);
    do {
      work -= static_cast<int64_t>(stages_.size());
      if (work < 0) return false;
    } while (step());
    if (chain_.strips) share_buffers();
    return true;
  }

  std::vector<nook::Separation> overlaps() const {
    std::vector<nook::Separation> all;
    for (const auto& [pair, bytes] : overlap_)
      all.push_back({static_cast<int32_t>(index(pair.first)), static_cast<int32_t>(index(pair.second)),
                     static_cast<int32_t>(std::max<int64_t>(0, bytes))});
    return all;
  }

 private:
  struct Reader {
    size_t stage;
    const RowRead* read;
  };

  bool sums(const RowStage& s) const { return s.sum_bytes > 0; }

  // Rows that are never read are not computed.
  void limit_turns() {
    for (size_t i = stages_.size(); i-- > 0;) {
      RowStage& s = stages_[i];
      if (whole_.count(s.out) || sums(s)) continue;
      s.turns = 0;
      for (const Reader& r : readers_[s.out])
        if (const int32_t turns = stages_[r.stage].turns; turns > 0)
          s.turns = std::max(s.turns, r.read->until(turns - 1));
      if (s.turns % s.at_once > 0) s.turns = std::min(s.height, s.turns + s.at_once - s.turns % s.at_once);
    }
  }

  // A stage can make ready only itself and the stages that wait for it.
  void find_ends() {
    ends_.assign(made_.size(), 0);
    end_ = order_.size();
    for (size_t at = 0; at < order_.size(); ++at) {
      ends_[order_[at]] = std::max(ends_[order_[at]], at + 1);
      for (const RowWait& wait : waits_[order_[at]])
        ends_[wait.counter] = std::max(ends_[wait.counter], at + 1);
    }
  }

  bool ready(size_t i) const {
    return made_[i] < stages_[i].turns && std::ranges::all_of(waits_[i], [&](const RowWait& wait) {
             return made_[wait.counter] >= wait.rows(made_[i]);
           });
  }

  // The first row of t that is still to be read, if all readers use the same shape.
  int32_t oldest(TensorId t, int32_t height) const {
    int32_t row = height;
    if (const auto all = readers_.find(t); all != readers_.end())
      for (const Reader& r : all->second)
        if (made_[r.stage] < stages_[r.stage].turns) row = std::min(row, r.read->first(made_[r.stage]));
    return row;
  }

  // The first byte of t that is still to be read, in any shape; kNever: none.
  int64_t oldest_byte(TensorId t) const {
    int64_t byte = kNever;
    if (const auto all = readers_.find(t); all != readers_.end())
      for (const auto& [stage, read] : all->second)
        if (made_[stage] < stages_[stage].turns && read->first(made_[stage]) < read->height)
          byte = std::min(byte, int64_t{read->first(made_[stage])} * read->row_bytes);
    return byte;
  }

  // The number of rows needed at once in the ring to which stage i writes row y, including rows of other
  // stages in it.
  int32_t rows_needed(size_t ring, int32_t y) const {
    int32_t row = y;
    for (const size_t k : makers_[ring]) row = std::min(row, oldest(stages_[k].out, stages_[k].height));
    return y + 1 - row;
  }

  // The rows of a line that must fit into its buffer when rows [y, y + n) are added.
  int32_t rows_kept(size_t line, int32_t y, int32_t n) const {
    return y + n - std::min(y, lines_[line].start(made_));
  }

  bool has_buffer(size_t i) const { return !whole_.count(stages_[i].out) && !sums(stages_[i]); }

  // Whether the buffers of the lines that a step of stage i reads and writes are in use.
  void note_buffers(size_t i) {
    for (const size_t k : touched_[i]) buffers_.use(k, made_[k] > lines_[k].start(made_));
  }

  void share_buffers() {
    std::vector<size_t> candidates;
    for (size_t i = 0; i < stages_.size(); ++i)
      if (has_buffer(i) && stages_[i].held < stages_[i].height) candidates.push_back(i);
    buffers_.share(stages_, candidates);
  }

  // The stage whose ring stage i writes to.
  size_t ring_of(size_t i) const { return stages_[i].into < 0 ? i : static_cast<size_t>(stages_[i].into); }

  bool step() {
    for (size_t at = end_; at-- > 0;) {
      const size_t i = order_[at];
      if (!ready(i)) continue;
      const int32_t y = made_[i];
      RowStage& s = stages_[ring_of(i)];
      const int32_t n = std::min(stages_[i].at_once, stages_[i].turns - y);
      const bool writes = !sums(s) || y + n == s.turns;
      if (chain_.strips && has_buffer(i)) buffers_.write(i);
      if (!whole_.count(s.out))
        s.held = std::max(s.held, chain_.strips ? rows_kept(i, y, n) : rows_needed(ring_of(i), y));
      else if (writes)
        note_overlaps(s, sums(s) ? s.height : y + n);
      made_[i] += n;
      if (chain_.strips) note_buffers(i);
      steady_->after(i, made_);
      end_ = ends_[i];
      return true;
    }
    return deliver();
  }

  bool deliver() {
    int32_t& delivered = made_.back();
    if (stream_.tensor == TensorId::kNone || delivered == stream_.height) return false;
    const int32_t y = delivered++;
    end_ = ends_.back();
    const int32_t held = chain_.strips ? rows_kept(lines_.size() - 1, y, 1)
                                       : y + 1 - std::min(y, oldest(stream_.tensor, stream_.height));
    stream_.held = std::max(stream_.held, held);
    return true;
  }

  // Records overlaps: an output is about to be written up to row `end` while its input rows are still to be
  // read.
  void note_overlaps(const RowStage& s, int32_t end) {
    for (TensorId t : dying_) {
      if (!readers_.count(t) || t == stream_.tensor) continue;
      int64_t& bytes = overlap_.try_emplace({t, s.out}, 0).first->second;
      bytes = std::max(bytes, int64_t{end} * s.row_bytes - oldest_byte(t));
    }
  }

  static constexpr int64_t kNever = INT64_MAX / 2;

  RowChain& chain_;
  std::vector<RowStage>& stages_;
  const std::vector<size_t>& order_;
  const std::set<TensorId>&whole_, &dying_;
  std::vector<int32_t> made_;                // rows per stage, followed by the delivered rows of the stream
  std::vector<std::vector<RowWait>> waits_;  // per stage
  size_t end_ = 0;                           // no stage from this index of `order_` on is ready
  std::vector<size_t> ends_;                 // per counter of `made_`: the value of `end_` after it has grown
  SharedBuffers buffers_;
  std::vector<std::vector<size_t>> touched_;  // per stage
  std::optional<SteadySteps> steady_;
  std::vector<Line> lines_;                  // per stage, then the stream's; for strips
  std::vector<std::vector<size_t>> makers_;  // per ring: the stages that write to it
  RowStream& stream_;
  std::map<TensorId, std::vector<Reader>> readers_;
  std::map<std::pair<TensorId, TensorId>, int64_t> overlap_;
};

}  // namespace

bool run_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying,
              int64_t& work) {
  Run run(chain, whole, dying);
  if (!run.run(work)) return false;
  chain.overlaps = run.overlaps();
  return true;
}

}  // namespace nookc
