// The weights of a model, packed for the kernels of a core, for interpreters with nook_packed_weights.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "nook/model/model.h"
#include "nookc/core/diag.h"
#include "nookc/core/files.h"
#include "nookc/target/target.h"

namespace nookc {

// The bytes that nook_pack_weights would write on the target. Diag N3017: the interpreter refuses the model.
Result<std::vector<std::byte>> pack_weights(const nook::Model& model, const std::string& file,
                                            const Target& target);

}  // namespace nookc
