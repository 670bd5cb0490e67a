#pragma once
#include <optional>
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The calls of a program that can compute some rows of their output without the others.
struct StageTable {
  std::vector<std::optional<RowStage>> of_call;
  // Per call, the operator prepared for the rows of a step: one row for ByRows::kSlice, or a strip.
  std::vector<nook::Prepared> ops;
};
struct RowStages {
  StageTable rows;                 // images, row by row
  std::vector<StageTable> strips;  // lines of pixels, with ever larger strips; empty: there are none
  std::shared_ptr<void> memory;    // holds the Params of all `ops`
};

// The rows in which the only input is delivered: of an image, or pixel by pixel if that is one row. It is not
// a view: it owns its bytes.
RowStream stream_of(const Graph& graph);
// Whether a read of the streamed input uses the delivered rows, not rows of another shape.
bool reads_rows_of(const RowStream& stream, const RowRead& read);

// `program` is lowered and not yet placed; `rows` are the kernels that its nodes may use, as for lower().
RowStages find_stages(const Program& program, const Storage& storage, const CompileOptions& options,
                      const std::vector<KernelRows>& rows);

}  // namespace nookc
