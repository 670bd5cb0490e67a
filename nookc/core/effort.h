#pragma once
#include <chrono>
#include <cstdint>
#include <optional>

namespace nookc {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;

// Whether the deadline has passed or Ctrl-C was pressed.
bool over(const Deadline& deadline);

constexpr int64_t kSecondOfWork = 400000000;  // visits of a buffer or a section that take about a second

// Limits a search. Work is counted, so that the same problem gets the same plan on every machine; a deadline
// bounds the time that a user waits.
struct Effort {
  int64_t work = kSecondOfWork;
  Deadline deadline;
  bool first_fit = false;  // any plan within the capacities will do; otherwise searches for the lowest
};

// The default solver, by name (nookc/middle/plan/solving/solver.h).
constexpr const char* kDefaultSolver = "exact";

}  // namespace nookc
