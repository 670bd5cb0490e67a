#pragma once
#include <set>
#include <string>
#include <string_view>

namespace nookc {

// Whether generated C and C++ may use it as it is: letters, digits and '_', no digit or '_' first, no keyword
// of C or C++, no macro of compilers and no macro or type of the C library.
bool is_identifier(std::string_view name);

// Whether generated symbols can begin with it, files and CMake targets be called so: an identifier that is
// not nook's own, no header of the C library, no target or library that every build has.
bool is_prefix(std::string_view name);

// The short name of a tensor as an identifier in lower case. "model/conv_1/Relu;model/bn/add" becomes "relu":
// of the names that were fused the first, of its path as many of the last parts as fit kMaxIdentifier,
// without the "serving_default_" and ":0" of TensorFlow's signatures. A name without a letter or digit
// becomes `otherwise`.
std::string identifier(std::string_view name, std::string_view otherwise);
constexpr size_t kMaxIdentifier = 32;

// `name`, or `name_2`, `name_3`, ... : one that is not in `taken`, which it joins; the first, unless some
// before are taken by names that were not made here.
std::string unique(const std::string& name, std::set<std::string>& taken);

std::string upper(std::string_view name);

}  // namespace nookc
