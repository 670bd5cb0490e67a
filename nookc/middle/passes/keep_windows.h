#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Keeps the windows of streaming layers in persistent memory (Graph::windows). A layer remembers rows in a
// variable, joins new ones to them, reads the window of both, and remembers the newest rows:
//
//   variable -> RESHAPE -> CONCATENATION along the outermost axis -> window -> readers
//   new rows ----------->                                         -> SLICE -> RESHAPE -> variable
//
// The variable becomes a part of the window. New rows are written next to it, the readers find the window
// where it is, and the assignment, after the last of them, moves the newest rows to their place. Others
// forget rows first, and remember the whole window:
//
//   variable -> RESHAPE -> SLICE -> CONCATENATION along the outermost axis -> window -> readers
//   new rows --------------------->                                         -> RESHAPE -> variable
//
// Then the variable is the window: its rows are moved to the start, and the new ones are copied after them.
// Where a layer joins the newest rows in front, its rows are moved to the end, and the new ones are copied
// before them. Either way nothing else is copied, and no window is in the scratch. Any operators that join,
// cut or rename contiguous bytes spell this; a value that is assigned may also come from elsewhere.
//
// Before `reorder`, which then sees that windows take no scratch. All bytes of outputs are unchanged. A
// window is kept if state and peak together do not rise. Returns the number of windows.
int keep_windows(Graph& graph);

}  // namespace nookc
