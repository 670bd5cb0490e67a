// The functions of a network of a window that moves: push, missing.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// Their declarations and the numbers of frames; empty if the network runs on whole windows.
std::string push_declarations(const EmitContext& c);
std::string push_functions(const EmitContext& c);

}  // namespace nookc
