// What other networks of the same program need: the signatures of one model, for example.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nookc/core/bytes.h"

namespace nookc {

// A variable that the model names, and that several networks read or assign.
struct SharedVariable {
  std::string name;
  int32_t bytes = 0;
  std::shared_ptr<const Bytes> first;  // its initial value; null: zeros
};

struct Beside {
  // If there are shared variables, all networks have one persistent memory, in each pool: first these
  // variables, in this order, then the state of each network on its own.
  std::vector<SharedVariable> variables;
  // By pool, bytes of the state of other networks there: before this network's own, and after it.
  std::map<std::string, int64_t> before, after;
  // By pool, bytes of persistent memory that other networks have for themselves. Those of later networks
  // leave the room for this network's state, not for its scratch.
  std::map<std::string, int64_t> earlier, later;

  static int64_t in(const std::map<std::string, int64_t>& bytes, const std::string& pool) {
    const auto found = bytes.find(pool);
    return found == bytes.end() ? 0 : found->second;
  }
};

}  // namespace nookc
