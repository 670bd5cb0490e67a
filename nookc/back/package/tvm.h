// Packs a compiled model with the interface that microTVM generates, for projects that were built on it.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/back/package/package.h"

namespace nookc {

// The user's choices for the interface.
struct TvmOptions {
  std::string module = "default";  // tvmgen_<module>_run()
  bool lends_pools = false;        // the application passes the scratch pools; otherwise the code owns them
};

// The prefix of nook's own functions for this module, which tvmgen_<module>.c calls: an EmitOptions::name.
std::string tvm_network(const std::string& module);

// A folder in Model Library Format: codegen/host/include/ has tvmgen_<module>.h and every other header,
// codegen/host/src/ every source, side by side. Diags as emit_c(); N2022: some but not all of the inputs and
// outputs are in the scratch, or they are in scratch that the application does not pass; two tensors have one
// name in the structs.
Result<Files> tvm_folder(const Program& program, const EmitOptions& options, const TvmOptions& tvm,
                         std::span<const std::byte> model);
// The same as the bytes of a tar; N4003: libarchive failed.
Result<std::string> tvm_archive(const Program& program, const EmitOptions& options, const TvmOptions& tvm,
                                std::span<const std::byte> model);

}  // namespace nookc
