#pragma once
#include "nookc/middle/lower/program.h"

namespace nookc {

// The stage and chain of a call that runs row by row; null if it runs as a whole.
const RowChain* row_chain(const Program& program, size_t call);
const RowStage* row_stage(const Program& program, size_t call);

// The input that is delivered row by row, which the first chain reads; null if there is none.
const RowStream* row_stream(const Program& program);

// Before a stage makes its row y, it waits until a counter has reached rows(y).
struct RowWait {
  size_t counter;  // the rows made by the stage of this number, or, behind those of all stages, delivered
  bool own_row;    // rows(y) is y + 1 for every row of the stage, which takes less code to look at
  nook::WindowRows window;
  int32_t height;

  int32_t rows(int32_t y) const { return own_row ? y + 1 : window.until(y, height); }
  friend bool operator==(const RowWait&, const RowWait&) = default;
};

// What a stage of a chain waits for, once the order of all stages is known. The planner's dry run and the
// generated code both follow it.
std::vector<RowWait> waits_of(const RowChain& chain, size_t stage);

// Where a kernel finds or puts the rows of an image: row y is at byte (y mod rows) * row_bytes.
struct RowImage {
  Location at;
  int32_t row_bytes = 0, rows = 0;

  friend bool operator==(const RowImage&, const RowImage&) = default;
};

// The rows of an image that a stage reads. An image from outside the chain that is whole may be read in
// several shapes; each read then has rows of its own.
RowImage image_read(const Program& program, const RowChain& chain, const RowStage& stage,
                    const RowRead& read);
// The rows of the image that a stage makes.
RowImage image_made(const Program& program, const RowChain& chain, const RowStage& stage);

}  // namespace nookc
