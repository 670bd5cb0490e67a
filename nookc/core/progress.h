#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace nookc {

struct Doing {
  std::string what;
  size_t done = 0, of = 0;  // `of` is 0 if unknown
};

// Receives progress; the command shows it if the work takes long.
using Progress = std::function<void(const Doing&)>;

}  // namespace nookc
