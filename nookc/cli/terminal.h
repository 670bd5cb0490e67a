// Properties of the terminal that shows the output.
#pragma once
#include <unistd.h>

namespace nookc {

// Whether output to this file descriptor may be coloured: a terminal, unless NO_COLOR or TERM=dumb forbids
// it.
bool has_colours(int descriptor);

// The width in columns: COLUMNS, otherwise the terminal's. 0 for a file or a pipe, which accept lines of any
// width.
int terminal_width(int descriptor = STDOUT_FILENO);

}  // namespace nookc
