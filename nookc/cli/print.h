#pragma once
#include <string>
#include <vector>

namespace nookc {

// printf for reports: names of files and models can't send control sequences to a terminal.
[[gnu::format(printf, 1, 2)]] void print(const char* format, ...);

// Prints rows of cells, the first being the heading, as columns that fit the terminal; `width` 0: any width.
void print_table(const std::vector<std::vector<std::string>>& lines, const std::string& indent, int width,
                 const std::vector<std::string>& spare = {});

}  // namespace nookc
