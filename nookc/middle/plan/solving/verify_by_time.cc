#include "nookc/middle/plan/solving/verify_by_time.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

constexpr size_t kBirths = 1000;  // in a window

// The buffers of each window, where every buffer is born in one window, and is in each later one that it
// lives to see. Two buffers that meet do so where the later one is born, so one window has both.
std::vector<std::vector<int32_t>> windows_of(const nook::Problem& problem) {
  std::vector<int32_t> births(problem.buffers.size());
  std::iota(births.begin(), births.end(), 0);
  const auto first = [&](int32_t i) { return problem.buffers[at(i)].first; };
  std::ranges::stable_sort(births, {}, first);
  std::vector<std::vector<int32_t>> windows;
  for (size_t from = 0; from < births.size(); from += kBirths) {
    std::vector<int32_t> here;
    if (!windows.empty())
      std::ranges::copy_if(windows.back(), std::back_inserter(here),
                           [&](int32_t i) { return problem.buffers[at(i)].last >= first(births[from]); });
    const size_t to = std::min(births.size(), from + kBirths);
    for (size_t k = from; k < to; ++k) here.push_back(births[k]);
    windows.push_back(std::move(here));
  }
  return windows;
}

// The part of a problem and of its plan that some of the buffers are.
class Window {
 public:
  Window(const nook::Problem& problem, const nook::Plan& plan, const std::vector<int32_t>& members)
      : problem_(problem), plan_(plan), members_(members) {
    for (const int32_t i : members) {
      buffers_.push_back(problem.buffers[at(i)]);
      offsets_.push_back(plan.offsets[at(i)]);
      if (!problem.rules.empty()) rules_.push_back(problem.rules[at(i)]);
      if (!plan.pools.empty()) pools_.push_back(plan.pools[at(i)]);
    }
  }

  // `index`: per buffer of the problem, kAnywhere; it is left as it was.
  nook::PlanVerdict verdict(std::vector<int32_t>* index) {
    for (size_t k = 0; k < members_.size(); ++k) (*index)[at(members_[k])] = static_cast<int32_t>(k);
    for (const nook::Separation& s : problem_.separations) {
      const int32_t upper = (*index)[at(s.upper)], lower = (*index)[at(s.lower)];
      if (upper != nook::kAnywhere && lower != nook::kAnywhere)
        separations_.push_back({upper, lower, s.bytes});
    }
    for (const int32_t i : members_) (*index)[at(i)] = nook::kAnywhere;
    nook::Problem problem = problem_;
    problem.buffers = {buffers_.data(), buffers_.size()};
    problem.rules = {rules_.data(), rules_.size()};
    problem.separations = {separations_.data(), separations_.size()};
    nook::Plan plan = plan_;
    plan.offsets = {offsets_.data(), offsets_.size()};
    plan.pools = {pools_.data(), pools_.size()};
    return nook::verify(problem, plan);
  }

 private:
  const nook::Problem& problem_;
  const nook::Plan& plan_;
  const std::vector<int32_t>& members_;
  std::vector<nook::Buffer> buffers_;
  std::vector<nook::BufferRules> rules_;
  std::vector<nook::Separation> separations_;
  std::vector<int32_t> offsets_, pools_;
};

}  // namespace

nook::PlanVerdict verify_by_time(const nook::Problem& problem, const nook::Plan& plan) {
  const size_t count = problem.buffers.size();
  const bool complete = plan.offsets.size() >= count && (plan.pools.empty() || plan.pools.size() >= count) &&
                        (problem.rules.empty() || problem.rules.size() >= count);
  if (count <= 2 * kBirths || !complete) return nook::verify(problem, plan);
  const std::vector<std::vector<int32_t>> windows = windows_of(problem);
  size_t pairs = 0;
  for (const auto& window : windows) pairs += window.size() * window.size() + problem.separations.size();
  if (pairs >= count * count) return nook::verify(problem, plan);
  std::vector<int32_t> index(count, nook::kAnywhere);
  for (const auto& window : windows)
    if (!Window(problem, plan, window).verdict(&index).ok())
      return nook::verify(problem, plan);  // whose fault is the first in the order of the buffers
  return {};
}

}  // namespace nookc
