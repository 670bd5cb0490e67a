#pragma once
#include <unordered_map>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Collects the constants of a program and stores equal ones once.
class ConstantStore {
 public:
  // The number of the constant in all(): of an existing one with the same bytes, type and packing that may be
  // in the same place, if there is one. Constants with different shapes are shared only if the model shares
  // their bytes.
  int32_t add(const Graph& graph, Constant constant);

  std::vector<Constant> take() { return std::move(all_); }

 private:
  std::vector<Constant> all_;
  std::unordered_multimap<size_t, int32_t> by_hash_;  // of the bytes
};

}  // namespace nookc
