#include "nookc/middle/plan/formats/csv.h"

#include <algorithm>
#include <sstream>

#include "nookc/core/columns.h"

namespace nookc {
namespace {

// Splits a line into cells, empty ones included.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all(1);
  for (const char c : line) {
    if (c == ',') {
      all.emplace_back();
    } else if (c != '\r') {
      all.back() += c;
    }
  }
  return all;
}

}  // namespace

int Csv::column(std::initializer_list<const char*> names) const {
  for (const char* name : names)
    for (size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == name) return static_cast<int>(i);
  return -1;
}

Result<Csv> parse_csv(const std::string& text, const std::string& file) {
  Csv csv;
  std::istringstream in(text);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    std::vector<std::string> row = cells(line);
    if (csv.columns.empty()) {
      csv.columns = std::move(row);
      for (auto at = csv.columns.begin(); at != csv.columns.end(); ++at)
        if (!at->empty() && std::find(csv.columns.begin(), at, *at) != at)
          return Diag{Exit::kUsage, "N2016", file + ": line " + std::to_string(number),
                      "column '" + without_middle(*at, 80) + "' is listed twice", "name each column once"};
    } else if (row.size() != csv.columns.size()) {
      return Diag{Exit::kUsage, "N2016", file + ": line " + std::to_string(number),
                  "need " + std::to_string(csv.columns.size()) + " cells, have " + std::to_string(row.size()),
                  "as many as the first line names"};
    } else {
      csv.rows.push_back(std::move(row));
      csv.lines.push_back(number);
    }
  }
  return csv;
}

}  // namespace nookc
