#include "nookc/middle/plan/solving/task.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

bool reaches(const MemoryPool& pool, const TaskBuffer& buffer) {
  const auto reads = [&](const std::string& unit) { return contains(pool.readers, unit); };
  const auto writes = [&](const std::string& unit) { return pool.constant || contains(pool.writers, unit); };
  return std::ranges::all_of(buffer.users, reads) && std::ranges::all_of(buffer.users, writes) &&
         std::ranges::all_of(buffer.readers, reads) && std::ranges::all_of(buffer.writers, writes);
}

bool takes_kind(const MemoryPool& pool, const TaskBuffer& buffer) {
  return pool.constant == (buffer.buffer.kind == nook::BufferKind::kConstant);
}

// The order in which buffers are planned, whatever their order in the file.
bool before(const TaskBuffer& a, const TaskBuffer& b) {
  const auto key = [](const nook::Buffer& x) {
    return std::make_tuple(-int64_t{x.size}, x.first, x.last, x.alignment, static_cast<int>(x.kind));
  };
  if (key(a.buffer) != key(b.buffer)) return key(a.buffer) < key(b.buffer);
  return a.name < b.name;
}

}  // namespace

const char* kind_name(nook::BufferKind kind) {
  constexpr const char* kNames[] = {"input", "output", "activation", "scratch", "persistent", "constant"};
  return kNames[static_cast<size_t>(kind)];
}

int32_t find_pool(const Task& task, const std::string& name) {
  for (size_t i = 0; i < task.pools.size(); ++i)
    if (task.pools[i].name == name) return static_cast<int32_t>(i);
  return nook::kAnywhere;
}

std::string pool_names(const std::vector<MemoryPool>& pools) {
  std::string all;
  for (const MemoryPool& pool : pools) all += (all.empty() ? "" : ", ") + pool.name;
  return all;
}

std::vector<int32_t> candidate_pools(const Task& task, const TaskBuffer& buffer) {
  std::vector<int32_t> all;
  const auto consider = [&](int32_t i) {
    const MemoryPool& pool = task.pools[at(i)];
    if (!takes_kind(pool, buffer) || !reaches(pool, buffer)) return;
    if (!buffer.pool.empty() && buffer.pool != pool.name) return;
    if (std::ranges::find(all, i) == all.end()) all.push_back(i);
  };
  if (buffer.pools.empty()) {
    for (size_t i = 0; i < task.pools.size(); ++i) consider(static_cast<int32_t>(i));
  } else {
    for (const std::string& name : buffer.pools)
      if (const int32_t i = find_pool(task, name); i != nook::kAnywhere) consider(i);
  }
  return all;
}

std::vector<std::string> candidate_names(const Task& task, const TaskBuffer& buffer) {
  if (!buffer.pool.empty()) return buffer.pools;
  const auto takes = [&](const MemoryPool& pool) { return takes_kind(pool, buffer); };
  const std::vector<int32_t> all = candidate_pools(task, buffer);
  if (buffer.pools.empty() && std::ranges::count_if(task.pools, takes) == std::ssize(all)) return {};
  std::vector<std::string> names;
  for (const int32_t i : all) names.push_back(task.pools[at(i)].name);
  return names;
}

TaskProblem::TaskProblem(const Task& task, bool hints) {
  order_.resize(task.buffers.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::ranges::stable_sort(
      order_, [&](int32_t a, int32_t b) { return before(task.buffers[at(a)], task.buffers[at(b)]); });
  std::vector<int32_t> place(order_.size());
  for (size_t i = 0; i < order_.size(); ++i) place[at(order_[i])] = static_cast<int32_t>(i);
  for (const MemoryPool& pool : with_speeds(task.pools)) {
    nook::PlanPool p;
    int64_t capacity = pool.size > 0 ? pool.size : INT32_MAX;
    if (hints && pool.hint > 0) capacity = std::min(capacity, pool.hint);
    p.capacity = static_cast<int32_t>(std::min<int64_t>(capacity, INT32_MAX));
    p.alignment = pool.alignment;
    p.constant = pool.constant;
    p.read_cost = read_cost(pool), p.write_cost = write_cost(pool);
    p.burst = std::max(1, pool.burst);
    pools_.push_back(p);
  }
  for (const int32_t i : order_) {
    const TaskBuffer& b = task.buffers[at(i)];
    buffers_.push_back(b.buffer);
    pools_of_.push_back(candidate_pools(task, b));
  }
  for (size_t i = 0; i < order_.size(); ++i) {
    const TaskBuffer& b = task.buffers[at(order_[i])];
    nook::BufferRules rules;
    rules.pools = {pools_of_[i].data(), pools_of_[i].size()};
    rules.pool = b.pool.empty() ? nook::kAnywhere : find_pool(task, b.pool);
    rules.gaps = {b.gaps.data(), b.gaps.size()};
    rules.reads = b.reads, rules.writes = b.writes;
    rules_.push_back(rules);
  }
  for (const nook::Separation& s : task.separations)
    separations_.push_back({place[at(s.upper)], place[at(s.lower)], s.bytes});
  problem_.buffers = {buffers_.data(), buffers_.size()};
  problem_.separations = {separations_.data(), separations_.size()};
  problem_.pools = {pools_.data(), pools_.size()};
  problem_.rules = {rules_.data(), rules_.size()};
}

}  // namespace nookc
