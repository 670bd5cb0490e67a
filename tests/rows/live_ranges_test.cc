// Live ranges and the bytes that they sum up to, compared with a count step by step; invariants end the
// process.
#include "nookc/middle/live/live_ranges.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "nookc/core/invariant.h"
#include "nookc/middle/lower/unit_calls.h"
#include "tests/rows/placed.h"
#include "tests/rows/random_network.h"
#include "tests/test.h"

using namespace nookc;

TEST(live_bytes_are_the_bytes_of_ranges_that_include_a_step) {
  test::Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const int32_t begin = rng.in(-1, 1), end = begin + rng.in(0, 12);
    std::vector<std::pair<LiveRange, int64_t>> ranges;
    for (int i = rng.in(0, 8); i > 0; --i) {
      LiveRange range;  // some are never used, some reach beyond the steps
      for (int touches = rng.in(0, 3); touches > 0; --touches) range.touch(rng.in(begin, end + 2));
      ranges.emplace_back(range, rng.in(1, 100));
    }
    const LiveBytes live(begin, end, ranges);
    for (int32_t first = begin; first <= end; ++first)
      for (int32_t last = first; last <= end; ++last) {
        int64_t bytes = 0;
        for (const auto& [range, size] : ranges)
          if (range.first <= last && range.last >= first) bytes += size;
        EXPECT_EQ(live.during(first, last), bytes);
      }
  }
}

TEST(planned_buffers_live_from_the_first_use_of_a_tensor_to_the_last) {
  const CompileOptions options = test::options_for("cortex-m4");
  int tensors = 0;
  for (uint32_t seed = 0; seed < test::seeds(40); ++seed) {
    const auto program = lower_and_place(test::random_network(seed, test::Operators::kViews), options);
    if (!program) continue;
    const Storage storage = share_storage(program->graph);
    for (const Planned& buffer : program->buffers) {
      if (buffer.tensor == TensorId::kNone) continue;
      LiveRange range;
      for (const Call& call : program->calls)
        for (const auto* side : {&call.in_tensors, &call.out_tensors})
          for (const TensorId t : *side)
            if (t != TensorId::kNone && storage.root[index(t)] == buffer.tensor) range.touch(call.step);
      EXPECT(buffer.buffer.first <= range.first && buffer.buffer.last >= range.last);
      ++tensors;
    }
  }
  EXPECT(tensors > 0);
}

TEST(a_broken_invariant_ends_the_process_where_invariants_are_checked) {
  const pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    invariant(true, "holds");
    invariant([] { return true; }, "holds");
    invariant(kChecksInvariants ? false : true, "does not hold");
    _exit(0);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WIFSIGNALED(status) ? WTERMSIG(status) : 0, kChecksInvariants ? SIGABRT : 0);
}
