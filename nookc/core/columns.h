#pragma once
#include <string>
#include <vector>

namespace nookc {

// Lines of cells as aligned text, the columns two spaces apart; columns whose cells under the first line are
// all numbers are aligned to the right. No blanks at the ends of lines.
std::string columns(const std::vector<std::vector<std::string>>& lines, const std::string& indent);

}  // namespace nookc
