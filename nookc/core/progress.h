#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace nookc {

struct Doing {
  std::string what;
  size_t done = 0, of = 0;  // of 0: not known
};

// Receives what is being done; the command shows it if the work takes long.
using Progress = std::function<void(const Doing&)>;

}  // namespace nookc
