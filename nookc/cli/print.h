#pragma once

namespace nookc {

// printf for reports: file names and names of models can't send a terminal anything but text.
[[gnu::format(printf, 1, 2)]] void print(const char* format, ...);

}  // namespace nookc
