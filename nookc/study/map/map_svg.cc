#include <algorithm>
#include <cstdlib>

#include "nookc/study/map/picture.h"

namespace nookc {

namespace {

constexpr double kTitle = 20;  // height of a title line

// Explains the colours of the kinds of buffers in the pictures; ends at `right`.
std::string legend(const std::vector<Map>& maps, double right, double y) {
  struct LegendEntry {
    const char *kind, *what;
  };
  constexpr LegendEntry kKinds[] = {{"constant", "constants"},
                                    {"made", "rows of a hop"},
                                    {"persistent", "kept from one run to the next"},
                                    {"scratch", "scratch of a kernel"},
                                    {"rows", "line buffer, reserved"},
                                    {"activation", "activation"},
                                    {"output", "output"},
                                    {"input", "input"}};
  const auto any = [&](const std::string& kind) {
    return std::ranges::any_of(maps, [&](const Map& map) {
      if (kind == "constant") return !map.bars.empty();
      if (kind == "made") return map.hop.has_value();
      return std::ranges::any_of(map.pools, [&](const MapPool& pool) {
        return std::ranges::any_of(pool.buffers, [&](const MapBuffer& b) {
          return kind == "rows" ? b.rows > 0 : b.kind == kind && b.size > 0;
        });
      });
    });
  };
  std::string text;
  for (const LegendEntry& each : kKinds) {
    if (!any(each.kind)) continue;
    const std::string what = each.what;
    right -= static_cast<double>(what.size()) * kLetterWidth + 26;
    text += "<g class=\"key " + std::string(each.kind) + "\">" + rectangle("", right, y - 10, 12, 12) +
            text_at("", right + 17, y, what) + "</g>\n";
  }
  return text;
}

// The difference in bytes between the maps, if both have the same pools.
std::string difference(const std::vector<Map>& maps) {
  int64_t bytes[2] = {};
  for (size_t i = 0; i < 2; ++i)
    for (const MapPool& pool : maps[i].pools) bytes[i] += pool.kept ? 0 : pool.height;
  if (bytes[0] == bytes[1]) return ", no change";
  return ", " + grouped(std::abs(bytes[1] - bytes[0])) + (bytes[1] < bytes[0] ? " fewer" : " more");
}

}  // namespace

std::string map_svg(const std::vector<Map>& maps) {
  const std::vector<std::vector<Drawing>> rows = drawings_of(maps);
  double width = 0, height = 14;
  std::string text;
  for (const std::vector<Drawing>& row : rows) {
    double together = 0;
    for (const Drawing& drawing : row) together += drawing.width;
    width = std::max(width, together);
  }
  for (size_t i = 0; i < maps.size(); ++i) {
    const double left = 14 + width / static_cast<double>(maps.size()) * static_cast<double>(i);
    text += text_at("title", left, height + kTitle - 6,
                    (maps.size() < 2 ? ""
                     : i == 0        ? "before: "
                                     : "after: ") +
                        maps[i].title);
    text +=
        text_at("head", left, height + 2 * kTitle - 6, maps[i].subtitle + (i == 0 ? "" : difference(maps)));
  }
  height += 2 * kTitle;
  if (maps.size() > 1) height += kTitle;
  text += legend(maps, width - kRight, maps.size() > 1 ? height - 2 : 14 + kTitle - 6);
  for (const std::vector<Drawing>& row : rows) {
    double left = 0, tallest = 0;
    for (const Drawing& drawing : row) {
      text +=
          "<g transform=\"translate(" + place(left) + " " + place(height) + ")\">\n" + drawing.svg + "</g>\n";
      left += drawing.width, tallest = std::max(tallest, drawing.height);
    }
    height += tallest;
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + place(width) + " " + place(height) +
         "\" width=\"" + place(width) + "\" height=\"" + place(height) + "\">\n<style>\n" + picture_style() +
         "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" + text + "</svg>\n";
}

}  // namespace nookc
