#pragma once
#include <deque>

#include "nookc/middle/lower/row_stage.h"

namespace nookc {

// Away from the ends of its images, a chain repeats the same steps further on: all conditions of its stages
// depend on the distances between their counters alone. A simulation can leave out the repetitions, so that
// it takes only as long as the first pixels and the last.
class SteadySteps {
 public:
  // Repetitions left out: the `steps` before this moment would have followed another `times` times.
  struct Skip {
    int64_t times = 0;
    size_t steps = 0;
  };

  // The stages' `turns` must be final.
  explicit SteadySteps(const RowChain& chain);

  // To be called after every step of `stage`, with the counters of rows (as in RowWait). Moves them past the
  // repetitions, once in a run; at least one remains.
  Skip after(size_t stage, std::vector<int32_t>& made);
  // To be called when a row of the stream has arrived.
  void delivered() { ++steps_; }

 private:
  struct Read {
    size_t stage, counter;  // Line::none: the image is whole from the beginning
    nook::WindowRows window;
    int32_t at_once, height;
  };
  struct Moment {
    std::vector<int32_t> made;
    size_t step;
  };

  int64_t times(const std::vector<int32_t>& before, const std::vector<int32_t>& now) const;
  int64_t times(const Read& read, const std::vector<int32_t>& before, const std::vector<int32_t>& now) const;
  int64_t idle_times(size_t stage, const std::vector<int32_t>& before, const std::vector<int32_t>& now) const;

  std::vector<Read> reads_;
  std::vector<int32_t> most_;  // per counter: its last value
  size_t stages_ = 0;          // counters that are not the stream's
  size_t rarest_ = 0;          // the stage that takes the fewest steps
  bool done_ = false;
  size_t steps_ = 0;
  std::deque<Moment> moments_;  // after the last steps of that stage
};

}  // namespace nookc
