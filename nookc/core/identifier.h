#pragma once
#include <set>
#include <string>
#include <string_view>

namespace nookc {

// Whether generated C and C++ can use a name unchanged: letters, digits and '_', no digit or '_' first, no
// keyword of C or C++, no compiler macro, no macro or type of the C library.
bool is_identifier(std::string_view name);

// Whether a name can prefix generated symbols and name files and CMake targets: an identifier that is not
// used by nook, by a header of the C library, or by a target or library of every build.
bool is_prefix(std::string_view name);

// The short name of a tensor as a lower-case identifier. "model/conv_1/Relu;model/bn/add" becomes "relu": the
// first of the fused names, the end of its path up to kMaxIdentifier characters in whole parts, without
// TensorFlow's "serving_default_" and ":0". A name without a letter or digit becomes `otherwise`.
std::string identifier(std::string_view name, std::string_view otherwise);
constexpr size_t kMaxIdentifier = 32;

// `name`, or the first of `name_2`, `name_3`, ... that is not in `taken`; adds the result to `taken`. Other
// names in `taken` may make it skip numbers.
std::string unique(const std::string& name, std::set<std::string>& taken);

std::string upper(std::string_view name);

}  // namespace nookc
