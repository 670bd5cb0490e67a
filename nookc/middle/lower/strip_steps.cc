#include "nookc/middle/lower/strip_steps.h"

#include <algorithm>
#include <map>

#include "nookc/middle/lower/steady_steps.h"

namespace nookc {
namespace {

constexpr int32_t kFewestTimes = 4;  // fewer do not repay the code
constexpr size_t kMostSteps = 320;   // in the code of the middle

// Runs a chain as its generated code does.
class StripRun {
 public:
  explicit StripRun(const RowChain& chain) : chain_(chain), made_(chain.stages.size() + 1), steady_(chain) {
    for (size_t i = 0; i < chain.stages.size(); ++i) {
      const RowStage& s = chain.stages[i];
      waits_.push_back(waits_of(chain, i)), moving_.push_back(moving_lines(chain, s));
      for (const RowRead& read : s.reads) add_line(read.tensor);
      add_line(s.out);
    }
  }

  // The next step; none after the last. Repetitions in the middle of the lines are left out: `skipped` says
  // how many steps before this moment they repeat, and how often.
  std::optional<StripStep> next(SteadySteps::Skip& skipped) {
    const auto ready = [&](size_t i) {
      return made_[i] < chain_.stages[i].turns && std::ranges::all_of(waits_[i], [&](const RowWait& wait) {
               return made_[wait.counter] >= wait.rows(made_[i]);
             });
    };
    const auto found = std::find_if(chain_.order.rbegin(), chain_.order.rend(), ready);
    if (found == chain_.order.rend()) return {};
    StripStep next = step(*found);
    skipped = steady_.after(*found, made_);
    return next;
  }

 private:
  void add_line(TensorId t) { lines_.try_emplace(t, line_of(chain_, t)); }

  // The first pixel in the buffer of a tensor.
  int32_t start(TensorId t) const { return lines_.at(t).start(made_); }

  StripStep step(size_t i) {
    const RowStage& s = chain_.stages[i];
    const int32_t y = made_[i], n = nook_strip_next(y, s.at_once, s.turns);
    StripStep t{i, n == s.at_once, {}, 0, {}};
    for (const RowRead& read : s.reads) {
      int32_t first = y / read.window.ratio - read.window.before;
      if (s.by == nook::ByRows::kWindow) {
        const nook_strip in = nook_strip_under(y * read.window.stride - read.window.before,
                                               (n - 1) * read.window.stride + s.span, read.height);
        t.whole = t.whole && in.count == (s.at_once - 1) * read.window.stride + s.span;
        first = in.first;
      }
      t.sources.push_back(is_whole_line(chain_, read.tensor) ? 0 : first - start(read.tensor));
    }
    // The last step of a sum makes the output, too.
    if (s.sum_bytes > 0) t.whole = t.whole && y + n < s.turns;
    if (s.sum_bytes == 0 && !is_whole_line(chain_, s.out)) t.target = y - start(s.out);
    for (const TensorId moved : moving_[i]) t.moves.push_back({moved, start(moved), 0});
    made_[i] += n;
    for (StripMove& move : t.moves) {
      const int32_t now = start(move.tensor);
      move.by = now - move.by, move.kept = made_[lines_.at(move.tensor).maker] - now;
    }
    return t;
  }

  const RowChain& chain_;
  std::vector<int32_t> made_;
  std::vector<std::vector<RowWait>> waits_;
  std::vector<std::vector<TensorId>> moving_;
  std::map<TensorId, Line> lines_;
  SteadySteps steady_;
};

// All steps of a chain, as indices into those that differ.
struct StripLog {
  std::vector<StripStep> different;
  std::vector<size_t> steps;

  const StripStep& at(size_t i) const { return different[steps[i]]; }
};

StripLog log_of(const RowChain& chain) {
  StripLog log;
  std::map<StripStep, size_t> known;
  StripRun run(chain);
  SteadySteps::Skip skip;
  while (const std::optional<StripStep> step = run.next(skip)) {
    const auto [at, fresh] = known.try_emplace(*step, log.different.size());
    if (fresh) log.different.push_back(*step);
    log.steps.push_back(at->second);
    for (int64_t i = 0; i < skip.times * static_cast<int64_t>(skip.steps); ++i)
      log.steps.push_back(log.steps[log.steps.size() - skip.steps]);
  }
  return log;
}

struct Repeated {
  size_t from, to;
};

// Steps [from, to) in which every step is whole and equals the one `period` steps later, as far as there is
// one. They include the step `around`.
Repeated repeated(const StripLog& log, size_t around, size_t period) {
  const auto same = [&](size_t i) { return log.at(i).whole && log.steps[i] == log.steps[i + period]; };
  size_t from = around, to = around;
  while (from > 0 && same(from - 1)) --from;
  while (to + period < log.steps.size() && same(to)) ++to;
  return {from, to + period};
}

}  // namespace

std::vector<TensorId> moving_lines(const RowChain& chain, const RowStage& stage) {
  std::vector<TensorId> all;
  const auto add = [&](TensorId t) {
    if (!is_whole_line(chain, t) && std::ranges::count(all, t) == 0) all.push_back(t);
  };
  for (const RowRead& read : stage.reads) add(read.tensor);
  if (stage.sum_bytes == 0 && line_of(chain, stage.out).skips) add(stage.out);
  return all;
}

StripMiddle middle_of(const RowChain& chain) {
  StripMiddle middle;
  if (!chain.strips || chain.stream.tensor != TensorId::kNone) return middle;
  const StripLog log = log_of(chain);
  // The stage with the fewest steps has one in each period, or a few.
  std::vector<std::vector<size_t>> of_stage(chain.stages.size());
  for (size_t i = 0; i < log.steps.size(); ++i) of_stage[log.at(i).stage].push_back(i);
  std::erase_if(of_stage, [](const std::vector<size_t>& steps) { return steps.size() == 1; });
  const auto rarest = std::ranges::min_element(of_stage, {}, &std::vector<size_t>::size);
  if (rarest == of_stage.end()) return middle;
  const size_t half = rarest->size() / 2;
  for (size_t k = 1; k <= 4 && half + k < rarest->size(); ++k) {
    const size_t around = (*rarest)[half], period = (*rarest)[half + k] - around;
    if (period > kMostSteps) break;
    const Repeated all = repeated(log, around, period);
    size_t from = all.from;
    // The state before the first of them is known by the counter of a stage that goes on in each period.
    const auto goes_on = [&](size_t stage) {
      for (size_t i = from; i < from + period; ++i)
        if (log.at(i).stage == stage) return true;
      return false;
    };
    if (from == 0 || !goes_on(log.at(from - 1).stage)) ++from;
    if (all.to < from + static_cast<size_t>(kFewestTimes) * period) continue;
    middle.times = static_cast<int32_t>((all.to - from) / period);
    for (size_t i = from; i < from + period; ++i) middle.steps.push_back(log.at(i));
    middle.after = log.at(from - 1).stage;
    for (size_t i = 0; i < from; ++i)
      if (log.at(i).stage == middle.after)
        middle.made =
            std::min(middle.made + chain.stages[middle.after].at_once, chain.stages[middle.after].turns);
    return middle;
  }
  return middle;
}

}  // namespace nookc
