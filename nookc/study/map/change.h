// The differences between two builds.
#pragma once
#include <string>
#include <vector>

#include "nookc/study/map/map.h"

namespace nookc {

// Tables with the columns "", before, after, change: the figures of the models, and the peaks.
using Cells = std::vector<std::vector<std::string>>;
Cells figures_that_changed(const Map& before, const Map& after);
// A row for each operator of either build in execution order: bytes in use while it runs, bytes of constants
// that it reads, and its kernel.
Cells operators_that_changed(const Map& before, const Map& after);

// All tables for a terminal of `width` columns; 0: any width, with joined names in full. Unchanged operators
// are only counted.
std::string change_text(const Map& before, const Map& after, int width);

}  // namespace nookc
