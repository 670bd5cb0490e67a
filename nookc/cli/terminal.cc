#include "nookc/cli/terminal.h"

#include <sys/ioctl.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr int64_t kUsual = 80, kLeast = 40, kMost = 10000;

}  // namespace

bool has_colours(int descriptor) {
  const char *off = std::getenv("NO_COLOR"), *terminal = std::getenv("TERM");
  return isatty(descriptor) && !(off && *off) && terminal && std::string_view(terminal) != "dumb";
}

int terminal_width(int descriptor) {
  int64_t width = 0;
  if (const char* columns = std::getenv("COLUMNS"); !columns || !parse_int(columns, &width) || width < 1) {
    if (!isatty(descriptor)) return 0;
    struct winsize size {};
    width = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
  }
  return static_cast<int>(std::clamp(width, kLeast, kMost));
}

}  // namespace nookc
