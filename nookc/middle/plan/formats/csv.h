#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// A text table whose first line names the columns. Quoting is not supported: planning files have none.
struct Csv {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<int> lines;  // per row: its line in the file

  int column(std::initializer_list<const char*> names) const;  // the column with any of these names, or -1
  const std::string& cell(size_t row, int column) const { return rows[row][static_cast<size_t>(column)]; }
};

// Diag N2016: a line has more or fewer cells than there are columns, or two columns have one name.
Result<Csv> parse_csv(const std::string& text, const std::string& file);

}  // namespace nookc
