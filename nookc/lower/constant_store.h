#pragma once
#include <unordered_map>

#include "nookc/lower/program.h"

namespace nookc {

// Collects the constants of a program: what is the same is stored once.
class ConstantStore {
 public:
  // The number of the constant among all(): that of one with the same bytes, type and packing that may be in
  // the same place, where there is one. Its shape may be another one's only where the model shares the bytes.
  int32_t add(const Graph& graph, Constant constant);

  std::vector<Constant> take() { return std::move(all_); }

 private:
  std::vector<Constant> all_;
  std::unordered_multimap<size_t, int32_t> by_hash_;  // of the bytes
};

}  // namespace nookc
