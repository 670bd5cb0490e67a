#include "nookc/quantize/over_samples.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace nookc {
namespace {

constexpr size_t kLanes = 32;

}  // namespace

size_t Workers::lanes(size_t samples) const { return std::clamp<size_t>(std::min(samples, most), 1, kLanes); }

unsigned Workers::count(size_t samples) const {
  const unsigned limit = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
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
  const auto take_one = [&](unsigned worker, size_t lane, size_t i) {
    const size_t k = i * samples.count() / count;
    const Result<std::vector<Bytes>> inputs = samples.read(k);
    const Status status = inputs ? work({worker, lane, k, *inputs}) : Status(inputs.diag());
    const std::lock_guard lock(mutex);
    if (!status && i < bad) bad = i, diag = status.diag();
    ++done;
    workers.progress({what, done, count});
  };
  const auto take = [&](unsigned worker) {
    // Up to the first bad one, in every lane: none before it is left out.
    for (size_t lane = next++; lane < lanes; lane = next++)
      for (size_t i = lane; i < count && i < bad; i += lanes) take_one(worker, lane, i);
  };
  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < workers.count(samples.count()); ++worker)
    others.emplace_back(take, worker);
  take(0);
  for (std::thread& other : others) other.join();
  if (diag) return *diag;
  return Done{};
}

}  // namespace nookc
