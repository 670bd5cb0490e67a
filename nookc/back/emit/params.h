#pragma once
#include <string>

#include "nookc/middle/lower/program.h"
#include "nookc/options/emit_options.h"

namespace nookc {

// The arguments of a call as C: their tables, then `static const <type> <symbol> = {...};` (or without
// `static`), with the attributes <prefix>CONSTANT and <prefix>ARGUMENTS. Sets `math` if there are infinite or
// NaN fields, which need <math.h>.
// kCopied: the symbol is a macro for a copy in the block that uses it, to which code adds the addresses of
// the tables, so that no constant holds an address.
enum class Linkage { kStatic, kExternal, kCopied };
inline Linkage linkage_of(const EmitOptions& options) {
  return options.image ? Linkage::kCopied : Linkage::kStatic;
}
std::string print_params(const Call& call, const std::string& symbol, const std::string& prefix, bool* math,
                         Linkage linkage = Linkage::kStatic);

}  // namespace nookc
