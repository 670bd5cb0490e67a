#include "nookc/map/picture.h"

namespace nookc {

namespace {

constexpr double kTitle = 20;  // height of a line of it

}  // namespace

std::string map_svg(const std::vector<Map>& maps) {
  const std::vector<std::vector<Drawing>> rows = drawings_of(maps);
  double width = 0, height = 14;
  std::string text;
  const auto line = [&](const char* kind, const std::string& what) {
    height += kTitle;
    text += text_at(kind, 14, height - 6, what);
  };
  for (size_t i = 0; i < maps.size(); ++i) {
    line("title", (maps.size() < 2 ? "" : i == 0 ? "before: " : "after: ") + maps[i].title);
    line("head", maps[i].subtitle);
  }
  for (const std::vector<Drawing>& row : rows) {
    double left = 0, tallest = 0;
    for (const Drawing& drawing : row) {
      text +=
          "<g transform=\"translate(" + place(left) + " " + place(height) + ")\">\n" + drawing.svg + "</g>\n";
      left += drawing.width, tallest = std::max(tallest, drawing.height);
    }
    width = std::max(width, left), height += tallest;
  }
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + place(width) + " " + place(height) +
         "\" width=\"" + place(width) + "\" height=\"" + place(height) + "\">\n<style>\n" + kPictureStyle +
         "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" + text + "</svg>\n";
}

}  // namespace nookc
