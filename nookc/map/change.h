// What changed from one build to another.
#pragma once
#include <string>
#include <vector>

#include "nookc/map/map.h"

namespace nookc {

// Lines of cells, a headline first: "", before, after, change. The figures of the models, and the peaks.
using Cells = std::vector<std::vector<std::string>>;
Cells figures_that_changed(const Map& before, const Map& after);
// A line for each operator of either build, in the order in which they run: bytes in use while it runs, bytes
// of constants that it reads, and its kernel.
Cells operators_that_changed(const Map& before, const Map& after);

// All of it for a terminal of `width` columns; 0: any, and the whole of joined names. Operators that are as
// they were are left out, and counted.
std::string change_text(const Map& before, const Map& after, int width);

}  // namespace nookc
