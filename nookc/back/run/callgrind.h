#pragma once
#include "nookc/back/run/bench.h"

namespace nookc {

// Counts the instructions of one run and of every operator on this machine with valgrind's callgrind, into
// `costs`; leaves them unchanged if valgrind is not installed. Diag N4007: valgrind failed.
Status count_with_callgrind(Session& session, Costs& costs);

// Instructions in a callgrind profile: everything collected, and the calls made by functions whose names
// begin with one of `callers`, by source line (calls on one line are added up).
struct CallgrindCounts {
  int64_t total = 0;
  std::vector<std::pair<int, int64_t>> calls;  // (line, instructions), sorted by line
};
CallgrindCounts parse_callgrind(const std::string& text, const std::vector<std::string>& callers);

}  // namespace nookc
