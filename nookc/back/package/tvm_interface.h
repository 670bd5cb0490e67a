// tvmgen_<module>.h and .c: microTVM's functions, structs and macros on top of nook's.
#pragma once
#include "nookc/back/package/tvm.h"

namespace nookc {

// Diags as tvm_folder().
Result<Files> tvm_interface(const Program& program, const EmitOptions& options, const TvmOptions& tvm);

}  // namespace nookc
