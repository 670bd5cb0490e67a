#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace nookc {

struct Doing {
  std::string what;
  size_t done = 0, of = 0;  // of 0: not known
};

// Told what is being done now; the command shows it while it takes long.
using Progress = std::function<void(const Doing&)>;

}  // namespace nookc
