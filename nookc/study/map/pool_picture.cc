#include <algorithm>

#include "nookc/study/map/picture.h"
#include "nookc/study/markup/box.h"

namespace nookc {
namespace {

constexpr double kTop = 52, kBottom = 40, kPlotHeight = 340;

class Picture {
 public:
  Picture(const Map& map, const MapPool& pool, const Frame& frame)
      : map_(map), pool_(pool), frame_(frame), axis_(map, frame.width) {}

  std::string draw() const {
    std::string text = axes();
    for (size_t i = 0; i < pool_.buffers.size(); ++i)
      for (const nook::Steps& life : pool_.buffers[i].lives)
        if (pool_.buffers[i].size > 0) text += buffer(i, life);
    return text + lines();
  }

 private:
  double x(double step) const { return axis_.x(step); }
  double y(double bytes) const { return kTop + kPlotHeight - bytes / frame_.top * kPlotHeight; }

  std::string axes() const {
    const std::string least = pool_.kept              ? ", from one run to the next"
                              : pool_.buffers.empty() ? ""
                              : pool_.height == pool_.lower_bound
                                  ? ", " + least_text(map_)
                                  : ", at least " + grouped(pool_.lower_bound);
    std::string text =
        text_at("head", kLeft, 20,
                frame_.heading + pool_.name + ": " + grouped(pool_.height) + " bytes" + least) +
        axis_.plot(kTop, kPlotHeight, frame_.top);
    if (double(pool_.capacity) > frame_.top)
      text += text_at("left", frame_.width - kRight, 20, "of " + grouped(pool_.capacity));
    for (const nook::Steps& chain : map_.chains) text += bracket(chain);
    return text;
  }

  // Operators that run together, row by row.
  std::string bracket(const nook::Steps& chain) const {
    const double left = x(chain.first) + 2, right = x(chain.last + 1.0) - 2, at = kTop + kPlotHeight + 22;
    return "<path class=\"chain\" d=\"M" + place(left) + " " + place(at - 3) + "v3H" + place(right) +
           "v-3\"><title>row by row</title></path>\n" +
           (right - left > 70 ? text_at("below", (left + right) / 2, at + 12, "row by row") : "");
  }

  std::string ring_text(const MapBuffer& b) const {
    if (b.rows == 0) return {};
    return "\na ring of " + std::to_string(b.rows) + (b.rows == 1 ? " row" : " rows") +
           (b.used.last < b.used.first ? ""
                                       : ", made by " + map_.step_name(b.used.first) + ", last read by " +
                                             map_.step_name(b.used.last));
  }

  static std::string short_name(const MapBuffer& b) {
    if (!b.label.empty()) return b.label;
    const size_t slash = b.name.find_last_of("/;", b.name.size() - std::min<size_t>(b.name.size(), 2));
    return slash == std::string::npos ? b.name : b.name.substr(slash + 1);
  }

  // As much of the name as fits; if there is little room, the number before it, or nothing.
  static std::string letters_of(const MapBuffer& b, double room) {
    const std::string name = short_name(b);
    if (static_cast<double>(name.size()) <= room) return name;
    const std::string first = name.substr(0, name.find(' '));
    if (room >= 8) return cut(name, room);
    return static_cast<double>(first.size()) <= room ? first : std::string();
  }

  // How far a label at height `line` that starts at `from` may extend: no later buffer covers it.
  double end_of_label(size_t number, double from, double end, double line) const {
    for (size_t i = number + 1; i < pool_.buffers.size(); ++i) {
      const MapBuffer& b = pool_.buffers[i];
      const double high = y(double(b.offset + b.size)), low = y(double(b.offset));
      for (const nook::Steps& life : b.lives)
        if (b.size > 0 &&
            Box{from, line - 12, end, line + 3}.meets({x(life.first), high, x(life.last + 1.0), low}))
          end = std::max(from, x(life.first));
    }
    return end;
  }

  std::string buffer(size_t number, const nook::Steps& life) const {
    const MapBuffer& b = pool_.buffers[number];
    const double left = x(life.first), width = axis_.width(life.first, life.last);
    const double high = y(double(b.offset + b.size)), height = y(double(b.offset)) - high;
    const std::string what = b.name + "\n" + b.kind + ", " + std::to_string(b.size) + " bytes at " +
                             std::to_string(b.offset) + ring_text(b) + "\nfrom " +
                             map_.step_name(life.first) + "\nto " + map_.step_name(life.last);
    std::string text = "<g class=\"buffer " + b.kind + (b.rows > 0 ? " ring" : "") +
                       "\" tabindex=\"0\"><title>" + escaped(what) + "</title>" +
                       rectangle("", left, high, width, height);
    if (b.used.last >= b.used.first)
      text += rectangle("used", x(b.used.first), high, axis_.width(b.used.first, b.used.last), height);
    // Draws the part of a ring where it is used darker.
    const double from = b.used.last >= b.used.first ? x(b.used.first) : left;
    const double line = high + std::min(height / 2 + 4, 16.0);
    const std::string label =
        letters_of(b, (end_of_label(number, from, left + width, line) - from - 6) / kLetterWidth);
    if (height >= 14 && !label.empty())
      text += "<text x=\"" + place(from + 4) + "\" y=\"" + place(line) + "\">" + escaped(label) + "</text>";
    return text + "</g>\n";
  }

  std::string lines() const {
    std::string text;
    const auto line = [&](const char* kind, int64_t bytes, const std::string& what) {
      text += "<path class=\"" + std::string(kind) + "\" d=\"M" + place(kLeft) + " " +
              place(y(double(bytes))) + "h" + place(axis_.width()) + "\"><title>" + escaped(what) +
              "</title></path>\n";
    };
    if (pool_.kept) return text;
    line("bound", pool_.lower_bound, "lower bound: " + std::to_string(pool_.lower_bound) + " bytes");
    if (pool_.capacity > 0 && double(pool_.capacity) <= frame_.top)
      line("capacity", pool_.capacity, "capacity: " + std::to_string(pool_.capacity) + " bytes");
    if (pool_.buffers.empty()) return text;
    const double at = x(pool_.peak + 0.5);
    text +=
        "<path class=\"peak\" d=\"M" + place(at) + " " + place(kTop) + "v" + place(kPlotHeight) + "\"/>\n";
    const std::string what =
        "peak: " + map_.step_name(pool_.peak) + ", " + grouped(pool_.used) + " bytes in use";
    return text + text_at("peak-note", kLeft, 40, cut(what, axis_.width() / kLetterWidth));
  }

  const Map& map_;
  const MapPool& pool_;
  Frame frame_;
  Axis axis_;
};

}  // namespace

double pool_top(const MapPool& pool) {
  const int64_t top = std::max<int64_t>(1, std::max(pool.height, pool.lower_bound));
  // Shows a nearby limit; a distant one would flatten the picture.
  return static_cast<double>(pool.capacity > top && pool.capacity <= 2 * top ? pool.capacity : top);
}

Drawing drawn(const Map& map, const MapPool& pool, const Frame& frame) {
  return {Picture(map, pool, frame).draw(), frame.width, kTop + kPlotHeight + kBottom,
          frame.heading + pool.name};
}

}  // namespace nookc
