// Random planning problems, and the best plan of a small one by exhaustive search.
#pragma once
#include <algorithm>
#include <vector>

#include "nook/plan/verify.h"
#include "nookc/middle/plan/solving/solution.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace test {

struct RandomProblem {
  std::vector<nook::Buffer> buffers;
  std::vector<nook::BufferRules> rules;
  std::vector<nook::Separation> separations;
  std::vector<nook::PlanPool> pools = {{}};
  std::vector<std::vector<nook::Steps>> gaps;
  std::vector<std::vector<int32_t>> candidates;

  nook::Problem problem() {
    rules.assign(buffers.size(), {});
    gaps.resize(buffers.size());
    candidates.resize(buffers.size());
    for (size_t i = 0; i < buffers.size(); ++i) {
      rules[i].gaps = {gaps[i].data(), gaps[i].size()};
      rules[i].pools = {candidates[i].data(), candidates[i].size()};
      rules[i].reads = reads.size() > i ? reads[i] : 0;
    }
    nook::Problem p;
    p.buffers = {buffers.data(), buffers.size()};
    p.separations = {separations.data(), separations.size()};
    p.pools = {pools.data(), pools.size()};
    p.rules = {rules.data(), rules.size()};
    return p;
  }

  std::vector<int64_t> reads;
};

struct Shape {
  int32_t most_buffers, most_size, steps;
  int32_t most_alignment_log = 2;
  bool gaps = false, separations = false, pins = false, no_lives = false;
  int32_t pools = 1;
  int32_t capacity = INT32_MAX;  // for all pools except the last
  bool constants = false;  // a third of the buffers, and a pool with room for them after every other one
};

inline RandomProblem random_problem(uint32_t seed, const Shape& shape) {
  Rng rng(seed);
  RandomProblem r;
  const int32_t count = rng.in(1, shape.most_buffers);
  for (int32_t i = 0; i < count; ++i) {
    const int32_t first = rng.in(0, shape.steps);
    nook::Buffer b{rng.in(0, shape.most_size), 1 << rng.in(0, shape.most_alignment_log), first,
                   first + rng.in(0, 3)};
    std::vector<nook::Steps> gaps;
    if (shape.no_lives && rng.in(0, 9) == 0) b.last = b.first - 1;
    if (shape.gaps && b.last - b.first >= 2 && rng.in(0, 1) == 0) gaps.push_back({b.first + 1, b.last - 1});
    r.buffers.push_back(b);
    r.gaps.push_back(gaps);
    r.reads.push_back(rng.in(0, 3) * b.size);
  }
  for (int32_t i = 0; shape.separations && i < count; ++i)
    for (int32_t j = 0; j < count; ++j) {
      const nook::Buffer &a = r.buffers[static_cast<size_t>(i)], &b = r.buffers[static_cast<size_t>(j)];
      if (i != j && a.last == b.first && a.first < b.first && b.last > b.first && rng.in(0, 1) == 0)
        r.separations.push_back({i, j, rng.in(0, b.size)});
    }
  r.pools.clear();
  for (int32_t p = 0; p < shape.pools; ++p) {
    nook::PlanPool pool;
    if (p + 1 < shape.pools) pool.capacity = shape.capacity;
    pool.read_cost = rng.in(0, 2);
    r.pools.push_back(pool);
  }
  if (shape.constants) {
    for (nook::Buffer& b : r.buffers)
      if (rng.in(0, 2) == 0) b.kind = nook::BufferKind::kConstant;
    const std::vector<nook::PlanPool> all = r.pools;
    r.pools.clear();
    for (const nook::PlanPool& pool : all) {
      r.pools.insert(r.pools.end(), {pool, pool});
      r.pools.back().constant = true;
    }
  }
  r.candidates.resize(r.buffers.size());
  for (auto& pools : r.candidates)
    if (shape.pools > 1 && !shape.constants && rng.in(0, 2) == 0) {
      pools.push_back(shape.pools - 1);
      if (rng.in(0, 1) == 0) pools.push_back(0);
    }
  if (shape.pins)
    for (nook::Buffer& b : r.buffers)
      if (rng.in(0, 5) == 0) {
        b.pinned = rng.in(0, 2 * shape.most_size) / b.alignment * b.alignment;
        break;  // only one: two might conflict
      }
  return r;
}

}  // namespace test
