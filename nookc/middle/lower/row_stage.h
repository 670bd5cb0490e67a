#pragma once
#include "nook/core/strips.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The stage and chain of a call that runs row by row; null if it runs as a whole.
const RowChain* row_chain(const Program& program, size_t call);
const RowStage* row_stage(const Program& program, size_t call);

// The input that is delivered row by row, which the first chain reads; null if there is none.
const RowStream* row_stream(const Program& program);

// A wait of a stage: before it computes row y, a counter must have reached rows(y).
struct RowWait {
  // Rows computed by the stage of this index; the index after all stages counts delivered rows.
  size_t counter;
  bool own_row;  // rows(y) is y + 1 for every row of the stage, which takes less code to check
  nook::WindowRows window;
  int32_t height;

  int32_t rows(int32_t y) const { return own_row ? y + 1 : window.until(y, height); }
  friend bool operator==(const RowWait&, const RowWait&) = default;
};

// A stage that reads nothing of its chain can always make a row, so the last of several would make all of its
// rows first. In a chain with `even`, it waits for the one before it in the order: for these of its rows.
struct EvenPace {
  size_t counter;
  nook::WindowRows window;
  int32_t height;
};
std::optional<EvenPace> even_pace(const RowChain& chain, size_t stage);

// The waits of a stage, once the order of all stages is known. The planner's dry run and the generated code
// both follow them.
std::vector<RowWait> waits_of(const RowChain& chain, size_t stage);

// In a chain of strips, where the rows of a tensor that are still to be read begin: at the least first row of
// its readers, but not after the rows that are made.
struct LineReader {
  size_t stage;
  int32_t stride, before, ratio;  // above 1: the ratio of an operator that enlarges lines

  int32_t first(int32_t y) const { return nook_strip_start(y / ratio, stride, before, INT32_MAX); }
};
struct Line {
  size_t maker;  // index of its counter, as in RowWait; `none` if the tensor is whole from the beginning
  std::vector<LineReader> readers;
  bool skips = false;  // whether a reader leaves out rows, so that new ones may be dropped at once

  static constexpr size_t none = SIZE_MAX;
  int32_t start(const std::vector<int32_t>& made) const;
};
// Only lines that are never whole move.
bool is_whole_line(const RowChain& chain, TensorId t);
Line line_of(const RowChain& chain, TensorId t);

// Where a kernel reads or writes the rows of an image: row y is at byte (y mod rows) * row_bytes.
struct RowImage {
  Location at;
  int32_t row_bytes = 0, rows = 0;

  friend bool operator==(const RowImage&, const RowImage&) = default;
};

// The rows of an image that a stage reads. A whole image from outside the chain may be read in several
// shapes; each read then has its own rows.
RowImage image_read(const Program& program, const RowChain& chain, const RowStage& stage,
                    const RowRead& read);
// The rows of the image that a stage computes.
RowImage image_made(const Program& program, const RowChain& chain, const RowStage& stage);

}  // namespace nookc
