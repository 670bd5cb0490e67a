#pragma once
#include "nookc/middle/rows/patched.h"

namespace nookc {

// Whether a call is a SLICE or a STRIDED_SLICE, which may take a part of every row.
bool may_slice_rows(const Call& call);

// The number of pieces that such a call takes of each row of x, in order: some channels of every
// pixel, or some adjacent pixels of every row. It is the field "count" of Params for one row. 0: it takes
// elements of rows in another way.
int32_t pieces_of_row(const Patched& params, int32_t rows, int32_t bytes_of_x, int32_t bytes_of_y);

}  // namespace nookc
