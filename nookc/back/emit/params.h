#pragma once
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The arguments of a call as C: their tables, then `static const <type> <symbol> = {...};` (or without
// `static`), with the attributes <prefix>CONSTANT and <prefix>ARGUMENTS. Sets `math` if there are infinite or
// NaN fields, which need <math.h>.
enum class Linkage { kStatic, kExternal };
std::string print_params(const Call& call, const std::string& symbol, const std::string& prefix, bool* math,
                         Linkage linkage = Linkage::kStatic);

}  // namespace nookc
