#pragma once
#include "nookc/graph/graph.h"

namespace nookc {

// Exchanges the height and width of images that are wider than high, where lines along the width would take
// more memory than lines along the height: chains of rows (nookc/middle/rows) then hold short columns of the
// images. A TRANSPOSE at the border reads columns of an input that stays as it is. None is needed where the
// model has one, where a dense layer reads all elements (its weights change places instead), and where an
// image is a line. Regions of operators change together, and only exactly: integers, and floats whose filters
// have one dimension. Only a plan shows whether the result is smaller. Returns the number of operators that
// were changed.
int turn_images(Graph& graph);

// Whether an image is wider than high, so that turn_images() may find something.
bool has_wide_images(const Graph& graph);

}  // namespace nookc
