#pragma once
#include <string>
#include <vector>

namespace nookc {

// The names that the user may have meant by `given`, the most likely first: names that differ by a few
// letters, or where one contains the other. At most `most`.
std::vector<std::string> nearest(const std::string& given, const std::vector<std::string>& names,
                                 size_t most = 3);

// "; did you mean 'a' or 'b'?" or nothing.
std::string did_you_mean(const std::string& given, const std::vector<std::string>& names);

}  // namespace nookc
