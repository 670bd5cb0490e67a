#pragma once
#include <string>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The arguments of a call as C: its tables, then `static const <type> <symbol> = {...};` (or without
// `static`), with the attributes <prefix>CONSTANT and <prefix>ARGUMENTS. Infinite or NaN fields set `math`:
// they need <math.h>.
enum class Linkage { kStatic, kExternal };
std::string print_params(const Call& call, const std::string& symbol, const std::string& prefix, bool* math,
                         Linkage linkage = Linkage::kStatic);

}  // namespace nookc
