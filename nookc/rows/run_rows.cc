#include "nookc/rows/run_rows.h"

#include <map>

namespace nookc {
namespace {

class Run {
 public:
  Run(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying)
      : stages_(chain.stages),
        order_(chain.order),
        whole_(whole),
        dying_(dying),
        made_(chain.stages.size()),
        stream_(chain.stream) {
    for (size_t i = 0; i < stages_.size(); ++i) maker_[stages_[i].out] = i;
    for (size_t i = 0; i < stages_.size(); ++i)
      for (const RowRead& read : stages_[i].reads) readers_[read.tensor].push_back({i, &read});
  }

  void run() {
    limit_turns();
    for (RowStage& s : stages_) s.held = whole_.count(s.out) ? s.height : 1;
    stream_.held = 0;
    while (step()) {
    }
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

  // Rows that nobody reads are not made.
  void limit_turns() {
    for (size_t i = stages_.size(); i-- > 0;) {
      RowStage& s = stages_[i];
      if (whole_.count(s.out) || sums(s)) continue;
      s.turns = 0;
      for (const Reader& r : readers_[s.out])
        if (const int32_t turns = stages_[r.stage].turns; turns > 0)
          s.turns = std::max(s.turns, r.read->until(turns - 1));
    }
  }

  int32_t rows_there(TensorId t, int32_t height) const {
    if (const auto maker = maker_.find(t); maker != maker_.end()) return made_[maker->second];
    return t == stream_.tensor ? delivered_ : height;
  }

  bool ready(size_t i) const {
    if (made_[i] == stages_[i].turns) return false;
    for (const RowRead& read : stages_[i].reads)
      if (rows_there(read.tensor, read.height) < read.until(made_[i])) return false;
    return true;
  }

  // The first row of t that somebody still reads.
  int32_t oldest(TensorId t, int32_t height) const {
    int32_t row = height;
    if (const auto all = readers_.find(t); all != readers_.end())
      for (const Reader& r : all->second)
        if (made_[r.stage] < stages_[r.stage].turns) row = std::min(row, r.read->first(made_[r.stage]));
    return row;
  }

  bool step() {
    for (size_t at = order_.size(); at-- > 0;) {
      const size_t i = order_[at];
      if (!ready(i)) continue;
      const RowStage& made = stages_[i];
      const int32_t y = made_[i];
      // Whose rows are where this one is written.
      RowStage& s = made.into < 0 ? stages_[i] : stages_[static_cast<size_t>(made.into)];
      const bool writes = !sums(s) || y == s.turns - 1;
      if (writes && whole_.count(s.out)) note_overlaps(s, sums(s) ? 0 : y);
      if (!sums(s) && !whole_.count(s.out))
        s.held = std::max(s.held, y + 1 - std::min(y, oldest(s.out, s.height)));
      made_[i] += 1;
      return true;
    }
    return deliver();
  }

  bool deliver() {
    if (stream_.tensor == TensorId::kNone || delivered_ == stream_.height) return false;
    const int32_t y = delivered_++;
    stream_.held = std::max(stream_.held, y + 1 - std::min(y, oldest(stream_.tensor, stream_.height)));
    return true;
  }

  // Row y of an output is about to be written, while the rows that it is made of are still read.
  void note_overlaps(const RowStage& s, int32_t y) {
    const int64_t end = (int64_t{y} + 1) * s.row_bytes;
    for (TensorId t : dying_) {
      const auto all = readers_.find(t);
      if (all == readers_.end() || maker_.count(t) || t == stream_.tensor) continue;
      const RowRead& read = *all->second.front().read;
      const int32_t row = oldest(t, read.height);
      int64_t& bytes = overlap_.try_emplace({t, s.out}, 0).first->second;
      if (row < read.height) bytes = std::max(bytes, end - int64_t{row} * read.row_bytes);
    }
  }

  std::vector<RowStage>& stages_;
  const std::vector<size_t>& order_;
  const std::set<TensorId>&whole_, &dying_;
  std::vector<int32_t> made_;
  RowStream& stream_;
  int32_t delivered_ = 0;  // rows of the stream
  std::map<TensorId, size_t> maker_;
  std::map<TensorId, std::vector<Reader>> readers_;
  std::map<std::pair<TensorId, TensorId>, int64_t> overlap_;
};

}  // namespace

void run_rows(RowChain& chain, const std::set<TensorId>& whole, const std::set<TensorId>& dying) {
  Run run(chain, whole, dying);
  run.run();
  chain.overlaps = run.overlaps();
}

}  // namespace nookc
