#include <algorithm>
#include <cstdio>

#include "nookc/map/markup.h"

namespace nookc {
namespace {

constexpr double kLeft = 86, kRight = 14, kTop = 34, kBottom = 40, kWidth = 1000, kPlotHeight = 340;
constexpr double kPlotWidth = kWidth - kLeft - kRight;

std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", v);
  std::string s = text;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s;
}

class Picture {
 public:
  Picture(const Map& map, const MapPool& pool) : map_(map), pool_(pool) {
    top_ = std::max<int64_t>(1, std::max(pool.height, pool.lower_bound));
    // A limit that is near belongs into the picture; one that is far would flatten it.
    if (pool.capacity > top_ && pool.capacity <= 2 * top_) top_ = pool.capacity;
    steps_ = double(map.last) - map.first + 1;
  }

  std::string draw() const {
    std::string text = axes();
    for (const MapBuffer& b : pool_.buffers)
      for (const nook::Steps& life : b.lives)
        if (b.size > 0) text += buffer(b, life);
    return text + lines();
  }

 private:
  double x(double step) const { return kLeft + (step - map_.first) / steps_ * kPlotWidth; }
  double y(double bytes) const {
    return kTop + kPlotHeight - bytes / static_cast<double>(top_) * kPlotHeight;
  }

  static std::string label(double at_x, double at_y, const char* kind, const std::string& text) {
    return "<text class=\"" + std::string(kind) + "\" x=\"" + number(at_x) + "\" y=\"" + number(at_y) +
           "\">" + escaped(text) + "</text>\n";
  }

  std::string axes() const {
    std::string text = label(kLeft, 20, "head", pool_.name + ": " + std::to_string(pool_.height) + " bytes") +
                       "<rect class=\"plot\" x=\"" + number(kLeft) + "\" y=\"" + number(kTop) +
                       "\" width=\"" + number(kPlotWidth) + "\" height=\"" + number(kPlotHeight) + "\"/>\n";
    for (int i = 0; i <= 4; ++i) {
      const int64_t bytes = top_ * i / 4;
      text += "<path class=\"grid\" d=\"M" + number(kLeft) + " " + number(y(double(bytes))) + "h" +
              number(kPlotWidth) + "\"/>\n";
      text += label(kLeft - 6, y(double(bytes)) + 4, "left", std::to_string(bytes));
    }
    // The numbers of operators, as reports have them; of a problem, steps.
    const int32_t every = std::max(1, static_cast<int32_t>(steps_ / 24));
    for (int64_t step = map_.first; step <= map_.last; step += every) {
      const std::string name = map_.step_name(static_cast<int32_t>(step));
      const std::string mark =
          map_.step_names.empty() ? std::to_string(step) : name.substr(0, name.find(' '));
      text += label(x(static_cast<double>(step) + 0.5), kTop + kPlotHeight + 16, "below", mark);
    }
    for (const nook::Steps& chain : map_.chains) text += bracket(chain);
    return text +
           label(kLeft - 6, kTop + kPlotHeight + 16, "left", map_.step_names.empty() ? "step" : "operator");
  }

  // Operators that run together, row by row.
  std::string bracket(const nook::Steps& chain) const {
    const double left = x(chain.first) + 2, right = x(chain.last + 1.0) - 2, at = kTop + kPlotHeight + 22;
    return "<path class=\"chain\" d=\"M" + number(left) + " " + number(at - 3) + "v3H" + number(right) +
           "v-3\"><title>row by row</title></path>\n" +
           (right - left > 70 ? label((left + right) / 2, at + 12, "below", "row by row") : "");
  }

  static std::string rectangle(const char* kind, double left, double high, double width, double height) {
    return "<rect" + (*kind ? " class=\"" + std::string(kind) + "\"" : "") + " x=\"" + number(left) +
           "\" y=\"" + number(high) + "\" width=\"" + number(width) + "\" height=\"" + number(height) +
           "\"/>";
  }

  std::string ring_text(const MapBuffer& b) const {
    if (b.rows == 0) return {};
    return "\na ring of " + std::to_string(b.rows) + " rows" +
           (b.used.last < b.used.first ? ""
                                       : ", made by " + map_.step_name(b.used.first) + ", last read by " +
                                             map_.step_name(b.used.last));
  }

  static std::string short_name(const MapBuffer& b) {
    if (!b.label.empty()) return b.label;
    const size_t slash = b.name.find_last_of("/;", b.name.size() - std::min<size_t>(b.name.size(), 2));
    return slash == std::string::npos ? b.name : b.name.substr(slash + 1);
  }

  std::string buffer(const MapBuffer& b, const nook::Steps& life) const {
    const double left = x(life.first), width = x(double(life.last) + 1) - left;
    const double high = y(double(b.offset + b.size)), height = y(double(b.offset)) - high;
    const std::string what = b.name + "\n" + b.kind + ", " + std::to_string(b.size) + " bytes at " +
                             std::to_string(b.offset) + ring_text(b) + "\nfrom " +
                             map_.step_name(life.first) + "\nto " + map_.step_name(life.last);
    std::string text = "<g class=\"buffer " + b.kind + (b.rows > 0 ? " ring" : "") +
                       "\" tabindex=\"0\"><title>" + escaped(what) + "</title>" +
                       rectangle("", left, high, width, height);
    if (b.used.last >= b.used.first)
      text += rectangle("used", x(b.used.first), high, x(b.used.last + 1.0) - x(b.used.first), height);
    // In a ring where it is used: there it is darker.
    const double from = b.used.last >= b.used.first ? x(b.used.first) : left, room = left + width - from;
    const size_t fits = room > 12 ? static_cast<size_t>((room - 8) / 6.6) : 0;
    if (height >= 14 && fits >= 4) {
      const std::string tail = short_name(b);
      text += "<text x=\"" + number(from + 4) + "\" y=\"" + number(high + std::min(height / 2 + 4, 16.0)) +
              "\">" + escaped(tail.size() > fits ? tail.substr(0, fits - 1) + "~" : tail) + "</text>";
    }
    return text + "</g>\n";
  }

  std::string lines() const {
    std::string text;
    const auto line = [&](const char* kind, int64_t bytes, const std::string& what) {
      text += "<path class=\"" + std::string(kind) + "\" d=\"M" + number(kLeft) + " " +
              number(y(double(bytes))) + "h" + number(kPlotWidth) + "\"><title>" + escaped(what) +
              "</title></path>\n";
    };
    line("bound", pool_.lower_bound, "lower bound: " + std::to_string(pool_.lower_bound) + " bytes");
    if (pool_.capacity > 0 && pool_.capacity <= top_)
      line("capacity", pool_.capacity, "capacity: " + std::to_string(pool_.capacity) + " bytes");
    if (pool_.buffers.empty()) return text;
    const double at = x(pool_.peak + 0.5);
    text +=
        "<path class=\"peak\" d=\"M" + number(at) + " " + number(kTop) + "v" + number(kPlotHeight) + "\"/>\n";
    const std::string what =
        "peak: " + map_.step_name(pool_.peak) + ", " + used_text(pool_) +
        (pool_.height == pool_.lower_bound ? "; " + least_text(map_)
                                           : "; at least " + std::to_string(pool_.lower_bound));
    return text + label(kWidth - kRight, 20, "right", what);
  }

  const Map& map_;
  const MapPool& pool_;
  int64_t top_ = 1;
  double steps_ = 1;
};

}  // namespace

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : utf8(text)) {
    const unsigned char u = static_cast<unsigned char>(c);
    if (c == '&') {
      safe += "&amp;";
    } else if (c == '<') {
      safe += "&lt;";
    } else if (c == '>') {
      safe += "&gt;";
    } else if (c == '"') {
      safe += "&quot;";
    } else {
      safe += (u < 0x20 && c != '\n') || u == 0x7f ? '_' : c;
    }
  }
  return safe;
}

double picture_height() { return kTop + kPlotHeight + kBottom; }

std::string picture(const Map& map, const MapPool& pool) { return Picture(map, pool).draw(); }

std::string map_svg(const Map& map) {
  std::string text, style = kPictureStyle;
  const double height = 50 + picture_height() * static_cast<double>(map.pools.size());
  text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 " + number(height) +
         "\" width=\"1000\" height=\"" + number(height) + "\">\n<style>\n" + style +
         "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
  text += "<text class=\"title\" x=\"14\" y=\"26\">" + escaped(map.title) +
          "</text>\n<text class=\"head\" x=\"14\" y=\"44\">" + escaped(map.subtitle) + "</text>\n";
  for (size_t p = 0; p < map.pools.size(); ++p)
    text += "<g transform=\"translate(0 " + number(50 + picture_height() * static_cast<double>(p)) +
            ")\">\n" + picture(map, map.pools[p]) + "</g>\n";
  return text + "</svg>\n";
}

}  // namespace nookc
