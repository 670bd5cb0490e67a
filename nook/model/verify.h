#pragma once
#include "nook/model/fault.h"
#include "nook/model/table.h"

namespace nook {

// Checks the guarantees of Model::open() for the file with this root table. Iterative; one pass over tables,
// vectors and indices. Returns kNone, or the first fault in the order of the schema.
ModelFault verify_model(Span<const uint8_t> file, const Table& root);

}  // namespace nook
