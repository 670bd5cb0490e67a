#pragma once
#include "nookc/lower/program.h"

namespace nookc {

// How call `call` runs row by row, and in which chain; null: it runs as a whole.
const RowChain* row_chain(const Program& program, size_t call);
const RowStage* row_stage(const Program& program, size_t call);

// The input that is delivered row by row, which is read by the first chain; null: none is.
const RowStream* row_stream(const Program& program);

}  // namespace nookc
