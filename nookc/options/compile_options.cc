#include "nookc/options/compile_options.h"

#include <algorithm>

namespace nookc {

std::vector<std::string> unit_names(const std::vector<UnitWish>& wishes) {
  std::vector<std::string> names;
  for (const UnitWish& wish : wishes)
    if (wish.unit != kCpu && std::ranges::find(names, wish.unit) == names.end()) names.push_back(wish.unit);
  return names;
}

}  // namespace nookc
