#pragma once
#include <string>
#include <vector>

#include "nookc/back/interface/interface.h"

namespace nookc {

// Initialises a struct of pointers from the members of `from`.
std::string members(const std::vector<InterfaceTensor>& tensors, const std::string& from);

// <name>_run(), which takes buffers with types and calls <name>_run_ref().
std::string run_function(const Interface& face);

}  // namespace nookc
