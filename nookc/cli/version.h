#pragma once
#include <string>

namespace nookc {

std::string version();       // "0.1.0"
std::string commit();        // abbreviated; empty when it was not built from a repository
std::string version_text();  // for people: "nook 0.1.0 (1a2b3c4)"

}  // namespace nookc
