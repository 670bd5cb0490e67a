#pragma once
#include <string>
#include <vector>

namespace nookc {

// Those of `names` that somebody who wrote `given` may have meant, the likeliest first: few letters differ,
// or the one is a part of the other. At most `most`.
std::vector<std::string> nearest(const std::string& given, const std::vector<std::string>& names,
                                 size_t most = 3);

// "; did you mean 'a' or 'b'?" or nothing.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& names);

}  // namespace nookc
