#pragma once
#include <optional>
#include <vector>

#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/program.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The calls of a program that can compute one row of their output without the others.
struct RowStages {
  std::vector<std::optional<RowStage>> of_call;
  // Per call, for ByRows::kSlice: the operator prepared for a single row.
  std::vector<nook::Prepared> one_row;
  std::shared_ptr<void> memory;  // holds the Params of `one_row`
};

// The rows in which the only input, an image, is delivered. It is not a view: it owns its bytes.
RowStream stream_of(const Graph& graph);
// Whether a read of the streamed input uses the delivered rows, not rows of another shape.
bool reads_rows_of(const RowStream& stream, const RowRead& read);

// `program` is lowered and not yet placed; `rows` are the kernels that its nodes may use, as for lower().
RowStages find_stages(const Program& program, const Storage& storage, const CompileOptions& options,
                      const std::vector<KernelRows>& rows);

}  // namespace nookc
