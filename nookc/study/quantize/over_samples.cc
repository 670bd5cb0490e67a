#include "nookc/study/quantize/over_samples.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include "nookc/core/interrupt.h"
#include "nookc/study/quantize/parallel.h"

namespace nookc {
namespace {

constexpr size_t kLanes = 32;

}  // namespace

size_t Workers::lanes(size_t samples) const {
  return in_order ? 1 : std::clamp<size_t>(std::min(samples, most), 1, kLanes);
}

unsigned Workers::count(size_t samples) const {
  const unsigned limit = threads > 0 ? threads : processors();
  return static_cast<unsigned>(std::min<size_t>(lanes(samples), limit));
}

Status over_samples(const Samples& samples, const Workers& workers, const std::string& what,
                    const std::function<Status(const SampleCall&)>& work) {
  std::atomic<size_t> next = 0, bad = SIZE_MAX;
  std::mutex mutex;
  std::optional<Diag> diag;
  size_t done = 0;
  const size_t count = std::min(samples.count(), workers.most);
  const size_t lanes = workers.lanes(samples.count());
  const auto worked = [&](unsigned worker, size_t lane, size_t k, size_t turn) -> Status {
    Status status = Done{};
    const bool enough = within_memory([&] {
      const Result<std::vector<Bytes>> inputs = samples.read(k);
      status = inputs ? work({worker, lane, k, turn, *inputs}) : Status(inputs.diag());
    });
    if (enough) return status;
    return Diag{Exit::kInputOutput,
                "N4013",
                {},
                "memory ran out: more is needed than this machine has",
                "fewer --threads, or a machine with more memory"};
  };
  const auto take_one = [&](unsigned worker, size_t lane, size_t i) {
    const Status status = worked(worker, lane, workers.in_order ? i : i * samples.count() / count, i);
    const std::lock_guard lock(mutex);
    if (!status && i < bad) bad = i, diag = status.diag();
    ++done;
    workers.progress({what, done, count});
  };
  const auto take = [&](unsigned worker) {
    // Every lane runs up to the first refused sample, so that no earlier one is missed.
    for (size_t lane = next++; lane < lanes; lane = next++)
      for (size_t i = lane; i < count && i < bad && !interrupted(); i += lanes) take_one(worker, lane, i);
  };
  in_parallel(workers.count(samples.count()), take);
  if (diag) return *diag;
  if (interrupted()) return Diag{Exit::kInputOutput, "N4007", what, "was interrupted", {}};
  return Done{};
}

}  // namespace nookc
