#pragma once
#include <unordered_map>

#include "nookc/middle/lower/program.h"

namespace nookc {

// Collects the constants of a program and stores equal ones once.
class ConstantStore {
 public:
  // Returns the index of the constant in all(). Reuses a constant with the same bytes, type and packing if
  // both may be in the same pool. Constants with different shapes are shared only if the model shares their
  // bytes.
  int32_t add(const Graph& graph, Constant constant);

  std::vector<Constant> take() { return std::move(all_); }

 private:
  std::vector<Constant> all_;
  std::unordered_multimap<size_t, int32_t> by_hash_;  // hash of the bytes -> index
};

}  // namespace nookc
