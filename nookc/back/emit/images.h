// Constants that the application passes by pointer: the bytes of a pool exactly as they must be in memory, as
// a file for a card or an external flash, and as an array for programs that include them.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// <name>_<pool>.bin and <name>_<pool>_data.c of every non-empty pool that is passed by pointer.
Files emit_images(const EmitContext& c);

// The definition of <name>_check_constants(), which reads all images; for <name>_check.c.
std::string emit_check_constants(const EmitContext& c, const std::string& checks);

}  // namespace nookc
