#include "nookc/middle/lower/steady_steps.h"

#include <algorithm>

namespace nookc {
namespace {

// Where one stage's steps are not a multiple of another's, several of them make a repetition.
constexpr size_t kMostMoments = 4;
constexpr int32_t kFewestSteps = 8;
constexpr int64_t kRemaining = 2;  // repetitions that are not left out

int32_t steps_of(const RowStage& s) { return s.turns / s.at_once; }

}  // namespace

SteadySteps::SteadySteps(const RowChain& chain) {
  const bool streams = chain.stream.tensor != TensorId::kNone;
  bool found = false;  // a stage that has several steps
  stages_ = chain.stages.size();
  for (size_t i = 0; i < chain.stages.size(); ++i) {
    const RowStage& s = chain.stages[i];
    most_.push_back(s.turns);
    if (steps_of(s) > 1 && (!found || steps_of(s) <= steps_of(chain.stages[rarest_])))
      rarest_ = i, found = true;
    for (const RowRead& r : s.reads) {
      const auto maker = std::ranges::find(chain.stages, r.tensor, &RowStage::out);
      const bool made = maker != chain.stages.end() || (streams && r.tensor == chain.stream.tensor);
      const size_t counter = made ? static_cast<size_t>(maker - chain.stages.begin()) : Line::none;
      reads_.push_back({i, counter, r.window, s.at_once, r.height});
    }
    if (const std::optional<EvenPace> even = even_pace(chain, i))
      reads_.push_back({i, even->counter, even->window, s.at_once, even->height});
  }
  if (streams) most_.push_back(chain.stream.height);
  done_ = steps_of(chain.stages[rarest_]) < kFewestSteps;
}

// How often a read goes on as it does, as its rows are all inside of the image.
int64_t SteadySteps::times(const Read& read, const std::vector<int32_t>& before,
                           const std::vector<int32_t>& now) const {
  const nook::WindowRows& w = read.window;
  const int64_t from = before[read.stage], y = now[read.stage], rows = y - from;
  if (rows * w.stride % w.ratio != 0) return 0;
  if (read.counter != Line::none && now[read.counter] - before[read.counter] != rows * w.stride / w.ratio)
    return 0;
  if (w.stride == 0) return INT64_MAX;  // all rows, each time
  if (from * w.stride < w.before || from * w.stride + w.reach < 0) return 0;
  const int64_t last = int64_t{read.height} * w.ratio - w.reach;  // for the stage's row times the stride
  return (last / std::max(1, w.stride) - read.at_once - y) / rows - kRemaining;
}

// How often a stage that does not go on stays as it is: until it has the rows that it waits for.
// Rows that it has yet to read would be more and more.
int64_t SteadySteps::idle_times(size_t stage, const std::vector<int32_t>& before,
                                const std::vector<int32_t>& now) const {
  const bool ended = now[stage] == most_[stage];
  int64_t most = ended ? INT64_MAX : 0;
  for (const Read& read : reads_) {
    if (read.stage != stage || read.counter == Line::none) continue;
    const int64_t rows = now[read.counter] - before[read.counter];
    if (rows <= 0 || read.window.first(now[stage]) < now[read.counter]) return 0;
    const int64_t needed = read.window.until(now[stage] + read.at_once - 1, read.height);
    most = std::max(most, (needed - now[read.counter]) / rows - kRemaining);
  }
  return most;
}

int64_t SteadySteps::times(const std::vector<int32_t>& before, const std::vector<int32_t>& now) const {
  int64_t least = INT64_MAX;
  for (size_t i = 0; i < most_.size(); ++i) {
    const int64_t rows = now[i] - before[i];
    if (rows == 0 && i < stages_) {
      least = std::min(least, idle_times(i, before, now));
      continue;
    }
    if (rows <= 0) return 0;
    least = std::min(least, (most_[i] - now[i]) / rows - kRemaining);
  }
  for (const Read& read : reads_) {
    if (least <= 0) return 0;
    if (now[read.stage] > before[read.stage]) least = std::min(least, times(read, before, now));
  }
  return std::max<int64_t>(0, least);
}

SteadySteps::Skip SteadySteps::after(size_t stage, std::vector<int32_t>& made) {
  ++steps_;
  if (done_ || stage != rarest_) return {};
  for (auto before = moments_.rbegin(); before != moments_.rend(); ++before) {
    const int64_t skipped = times(before->made, made);
    if (skipped == 0) continue;
    for (size_t i = 0; i < most_.size(); ++i)
      made[i] += static_cast<int32_t>(skipped * (made[i] - before->made[i]));
    done_ = true;
    return {skipped, steps_ - before->step};
  }
  moments_.push_back({made, steps_});
  if (moments_.size() > kMostMoments) moments_.pop_front();
  return {};
}

}  // namespace nookc
