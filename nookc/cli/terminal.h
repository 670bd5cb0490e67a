// What is known of the terminal that somebody may look at.
#pragma once
#include <unistd.h>

namespace nookc {

// Whether what is written to this file descriptor may be coloured: a terminal, unless NO_COLOR or TERM=dumb
// say otherwise.
bool has_colours(int descriptor);

// Columns: COLUMNS, else those of the terminal there. 0 where there is none: a file or a pipe takes lines of
// any width.
int terminal_width(int descriptor = STDOUT_FILENO);

}  // namespace nookc
