#include "nookc/middle/lower/row_stage.h"

#include <algorithm>

namespace nookc {
namespace {

// The stage that produces a tensor, or the end of the stages.
std::vector<RowStage>::const_iterator maker_of(const RowChain& chain, TensorId t) {
  return std::ranges::find(chain.stages, t, &RowStage::out);
}

// Whether a stage computes rows from images that are whole, outside of the chain.
bool begins(const RowChain& chain, size_t stage) {
  const RowStage& s = chain.stages[stage];
  return s.turns > 0 && s.sum_bytes == 0 && std::ranges::all_of(s.reads, [&](const RowRead& read) {
           return maker_of(chain, read.tensor) == chain.stages.end();
         });
}

// Rows computed in place are in the ring of the next stage.
int32_t rows_held(const RowChain& chain, const RowStage& stage) {
  return stage.into < 0 ? stage.held : chain.stages[static_cast<size_t>(stage.into)].held;
}

}  // namespace

const RowChain* row_chain(const Program& program, size_t call) {
  const int32_t at = static_cast<int32_t>(call);
  const auto chain = std::ranges::lower_bound(  // the first chain that does not end before the call
      program.chains, at, {}, [](const RowChain& c) { return c.stages.back().call; });
  return chain != program.chains.end() && chain->stages.front().call <= at ? &*chain : nullptr;
}

const RowStage* row_stage(const Program& program, size_t call) {
  const RowChain* const chain = row_chain(program, call);
  return chain ? &chain->stages[call - static_cast<size_t>(chain->stages.front().call)] : nullptr;
}

const RowStream* row_stream(const Program& program) {
  const bool streams = !program.chains.empty() && program.chains[0].stream.tensor != TensorId::kNone;
  return streams ? &program.chains[0].stream : nullptr;
}

std::optional<EvenPace> even_pace(const RowChain& chain, size_t stage) {
  if (!chain.even || !begins(chain, stage)) return {};
  size_t at = 0;
  std::optional<size_t> other;
  for (; chain.order[at] != stage; ++at)
    if (begins(chain, chain.order[at])) other = chain.order[at];
  if (!other) return {};
  const int32_t turns = chain.stages[stage].turns, height = chain.stages[*other].turns;
  if (height % turns != 0 && turns % height != 0) return {};
  const int32_t stride = std::max(1, height / turns), ratio = std::max(1, turns / height);
  return EvenPace{*other, {stride, 0, stride, ratio}, height};
}

std::vector<RowWait> waits_of(const RowChain& chain, size_t stage) {
  const RowStage& s = chain.stages[stage];
  std::vector<RowWait> waits;
  if (const std::optional<EvenPace> even = even_pace(chain, stage)) {
    nook::WindowRows w = even->window;
    w.reach *= s.at_once;
    const bool own_row = w.stride == 1 && w.reach == 1 && w.ratio == 1;
    waits.push_back({even->counter, own_row, w, even->height});
  }
  for (const RowRead& read : s.reads) {
    const auto maker = maker_of(chain, read.tensor);
    if (maker == chain.stages.end() && read.tensor != chain.stream.tensor) continue;
    nook::WindowRows w = read.window;
    int32_t height = read.height;
    if (s.at_once > 1) {  // the rows of a whole step; the last step may have fewer
      w.reach += (s.at_once - 1) * w.stride;
      height = s.turns > 0 ? read.until(s.turns - 1) : 0;
    }
    const bool own_row = w.stride == 1 && w.reach == 1 && w.ratio == 1 && s.turns <= height;
    const RowWait wait = {static_cast<size_t>(maker - chain.stages.begin()), own_row, w, height};
    if (std::ranges::find(waits, wait) == waits.end()) waits.push_back(wait);
  }
  return waits;
}

bool is_whole_line(const RowChain& chain, TensorId t) {
  if (t == chain.stream.tensor) return false;  // kNone is not the number of a tensor
  const auto maker = maker_of(chain, t);
  return maker == chain.stages.end() || maker->sum_bytes > 0 || maker->held == maker->height;
}

Line line_of(const RowChain& chain, TensorId t) {
  const auto maker = maker_of(chain, t);
  const bool made = maker != chain.stages.end() || t == chain.stream.tensor;
  Line line = {made ? static_cast<size_t>(maker - chain.stages.begin()) : Line::none, {}};
  for (size_t i = 0; i < chain.stages.size(); ++i)
    for (const RowRead& read : chain.stages[i].reads) {
      if (read.tensor != t) continue;
      const LineReader reader = {i, read.window.stride, read.window.before, read.window.ratio};
      line.skips |= read.window.before < 0 || read.window.stride > read.window.before + read.window.reach;
      line.readers.push_back(reader);
    }
  return line;
}

int32_t Line::start(const std::vector<int32_t>& made) const {
  int32_t row = maker == none ? 0 : made[maker];
  for (const LineReader& r : readers) row = std::min(row, r.first(made[r.stage]));
  return row;
}

RowImage image_read(const Program& program, const RowChain& chain, const RowStage& stage,
                    const RowRead& read) {
  if (read.tensor == chain.stream.tensor) return {chain.stream.ring, read.row_bytes, chain.stream.held};
  const auto maker = maker_of(chain, read.tensor);
  const int32_t rows = maker == chain.stages.end() ? read.height : rows_held(chain, *maker);
  return {program.calls[static_cast<size_t>(stage.call)].in[read.operand], read.row_bytes, rows};
}

RowImage image_made(const Program& program, const RowChain& chain, const RowStage& stage) {
  return {program.calls[static_cast<size_t>(stage.call)].out[0], stage.row_bytes, rows_held(chain, stage)};
}

}  // namespace nookc
