#pragma once
#include <functional>
#include <string>

namespace nookc {

// Told what is being done now; the command shows it while it takes long.
using Progress = std::function<void(const std::string&)>;

}  // namespace nookc
