#include "nookc/cli/print.h"

#include <unistd.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <string>

#include "nookc/cli/terminal.h"
#include "nookc/core/columns.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

// Colours a report: table headings are bold, failures are red, the peak is yellow.
std::string coloured(const std::string& text) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const char* colour = nullptr;
    if (line.find("FAILED") != std::string::npos)
      colour = "\033[31m";
    else if (line.ends_with("<- peak") || line.find("^ peak: ") != std::string::npos)
      colour = "\033[33m";
    else if (!line.empty() && line[0] != ' ' && text.compare(end, 3, "\n  ") == 0)
      colour = "\033[1m";
    result += colour ? colour + line + "\033[0m" : line;
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

}  // namespace

void print(const char* format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  std::string text(static_cast<size_t>(std::vsnprintf(nullptr, 0, format, values)), 0);
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  va_end(values);
  text = printable_lines(text);
  std::fputs((has_colours(STDOUT_FILENO) ? coloured(text) : text).c_str(), stdout);
}

void print_table(const std::vector<std::vector<std::string>>& lines, const std::string& indent, int width,
                 const std::vector<std::string>& spare) {
  print("%s", columns(lines, indent, {width, spare}).c_str());
}

}  // namespace nookc
