#include <algorithm>
#include <map>

#include "nookc/core/columns.h"
#include "nookc/core/text.h"
#include "nookc/study/map/map.h"

namespace nookc {
namespace {

constexpr int kChartRows = 20, kUsualWidth = 100;
constexpr char kLetters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

// A grid: rows of addresses, the highest first, and columns of steps; a cell shows the buffer that covers
// most of it.
std::string picture(const Map& map, const MapPool& pool, int columns_there) {
  const int64_t top = std::max<int64_t>(1, std::max(pool.height, pool.lower_bound));
  const int64_t steps = int64_t{map.last} - map.first + 1;
  const int width = static_cast<int>(std::min<int64_t>(steps, std::max(1, columns_there)));
  const std::string digits = std::to_string(top);
  std::string text;
  for (int row = kChartRows - 1; row >= 0; --row) {
    const int64_t low = top * row / kChartRows, high = std::max(low + 1, top * (row + 1) / kChartRows);
    std::string line = std::to_string(low);
    line.insert(0, digits.size() - line.size(), ' ');
    line += " |";
    for (int column = 0; column < width; ++column) {
      const int64_t from = map.first + steps * column / width,
                    to = map.first + steps * (column + 1) / width - 1;
      char cell = ' ';
      int64_t most = 0;
      for (size_t i = 0; i < pool.buffers.size(); ++i)
        for (const nook::Steps& life : pool.buffers[i].lives) {
          const MapBuffer& b = pool.buffers[i];
          const int64_t bytes = std::min(high, b.offset + b.size) - std::max(low, b.offset);
          if (life.first > to || life.last < from || bytes <= most) continue;
          most = bytes, cell = kLetters[i % (sizeof kLetters - 1)];
        }
      line += cell;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    if (pool.lower_bound > low && pool.lower_bound <= high)
      line += "  <- lower bound " + std::to_string(pool.lower_bound);
    text += "  " + line + "\n";
  }
  text +=
      "  " + std::string(digits.size() + 1, ' ') + "+" + std::string(static_cast<size_t>(width), '-') + "\n";
  const int64_t peak = std::clamp<int64_t>((int64_t{pool.peak} - map.first) * width / steps, 0, width - 1);
  return text + "  " + std::string(digits.size() + 2 + static_cast<size_t>(peak), ' ') +
         "^ peak: " + printable(map.step_name(pool.peak)) + ", " + used_text(pool) + "\n";
}

}  // namespace

std::string map_text(const Map& map, int width) {
  std::string text = printable(map.title) + "\n" + printable(map.subtitle) + "\n";
  for (const MapPool& pool : map.pools) {
    text += "\n" + pool.name + ": " + std::to_string(pool.height) + " bytes";
    if (pool.capacity > 0) text += " of " + std::to_string(pool.capacity);
    if (pool.kept)
      text += ", from one run to the next\n";
    else
      text += pool.height == pool.lower_bound ? ", " + least_text(map) + "\n"
                                              : ", at least " + std::to_string(pool.lower_bound) + "\n";
    if (pool.buffers.empty()) continue;
    if (!pool.kept) text += picture(map, pool, (width > 0 ? width : kUsualWidth) - 16);
    std::vector<std::vector<std::string>> legend = {{"", "offset", "bytes", "from", "to", "buffer"}};
    for (size_t i = 0; i < pool.buffers.size(); ++i) {
      const MapBuffer& b = pool.buffers[i];
      const bool lives = !b.lives.empty();
      legend.push_back({std::string(1, kLetters[i % (sizeof kLetters - 1)]), std::to_string(b.offset),
                        std::to_string(b.size), lives ? map.step_number(b.lives.front().first) : "-",
                        lives ? map.step_number(b.lives.back().last) : "-",
                        printable(width > 0 ? first_name(b.name) : b.name)});
    }
    text += columns(legend, "  ", {width, {}});
  }
  if (map.hop) text += "\n" + hop_map_text(*map.hop, width);
  return folded_lines(text, width);
}

}  // namespace nookc
