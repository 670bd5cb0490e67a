#include "nookc/middle/rows/row_slice.h"

namespace nookc {

bool may_slice_rows(const Call& call) {
  return call.code == nook::OpCode::kSlice || call.code == nook::OpCode::kStridedSlice;
}

int32_t pieces_of_row(const Patched& params, int32_t rows, int32_t bytes_of_x, int32_t bytes_of_y) {
  if (!params.has({"first", "run", "count", "step", "rank"}) || params["rank"] != 0) return 0;
  const int64_t count = params["count"], step = params["step"], run = params["run"];
  const bool regular = count % rows == 0 && count * step == bytes_of_x && count * run == bytes_of_y &&
                       params["first"] + run <= step;
  return regular ? static_cast<int32_t>(count / rows) : 0;
}

}  // namespace nookc
