#include "nookc/cli/print.h"

#include <cstdarg>
#include <cstdio>
#include <string>

#include "nookc/core/text.h"

namespace nookc {

void print(const char* format, ...) {
  va_list values, again;
  va_start(values, format);
  va_copy(again, values);
  std::string text(static_cast<size_t>(std::vsnprintf(nullptr, 0, format, values)), 0);
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  va_end(values);
  std::fputs(printable_lines(text).c_str(), stdout);
}

}  // namespace nookc
