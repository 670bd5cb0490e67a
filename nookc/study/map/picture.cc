#include "nookc/study/map/picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nookc {
namespace {

constexpr double kBarsTop = 30, kBarsHeight = 110, kBarsBottom = 30, kTwo = 660, kOne = 1000;
constexpr double kLabelWidth = 24;  // width of a step's number with margins
constexpr double kFlat = 4;         // pools that differ by more have separate scales

// The larger scale for both, or separate ones if they differ too much.
std::pair<double, double> scales(double a, double b) {
  const double most = std::max(a, b);
  return most <= kFlat * std::min(a, b) ? std::pair(most, most) : std::pair(a, b);
}

std::vector<Drawing> before_and_after(const std::vector<Map>& maps, const MapPool& pool) {
  std::vector<Drawing> row;
  std::vector<const MapPool*> both;
  double top = 1;
  for (const Map& map : maps) {
    const auto found = std::ranges::find(map.pools, pool.name, &MapPool::name);
    both.push_back(found == map.pools.end() ? nullptr : &*found);
    if (both.back()) top = std::max(top, pool_top(*both.back()));
  }
  for (size_t i = 0; i < maps.size(); ++i) {
    const Frame frame{kTwo, top, i == 0 ? "before: " : "after: "};
    const MapPool none{pool.name, 0, 0, 0, {}, maps[i].first, 0, pool.kept};
    row.push_back(drawn(maps[i], both[i] ? *both[i] : none, frame));
  }
  return row;
}

std::vector<Drawing> before_and_after(const std::vector<Map>& maps, size_t bars) {
  std::vector<Drawing> row;
  double top = 1;
  for (const Map& map : maps)
    if (bars < map.bars.size()) top = std::max(top, bars_top(map.bars[bars]));
  for (size_t i = 0; i < maps.size(); ++i)
    row.push_back(drawn(maps[i], bars < maps[i].bars.size() ? maps[i].bars[bars] : MapBars{},
                        {kTwo, top, i == 0 ? "before: " : "after: "}));
  return row;
}

// The rows of both builds along the time. A build of whole windows computes all rows of the other one.
std::vector<Drawing> before_and_after(const MapHop& before, const MapHop& after) {
  return {drawn(before, {kTwo, 1, "before: "}), drawn(after, {kTwo, 1, "after: "})};
}

std::vector<std::vector<Drawing>> changes_of(const std::vector<Map>& maps) {
  std::vector<std::vector<Drawing>> rows;
  std::vector<std::string> names;
  size_t bars = 0;
  for (const Map& map : maps) {
    for (const MapPool& pool : map.pools) {
      if (std::ranges::find(names, pool.name) != names.end()) continue;
      names.push_back(pool.name);
      rows.push_back(before_and_after(maps, pool));
    }
    bars = std::max(bars, map.bars.size());
  }
  const Map &before = maps[0], &after = maps[1];
  if ((before.hop || after.hop) && (before.model == after.model || (before.hop && after.hop)))
    rows.push_back(before_and_after(before.hop ? *before.hop : after.hop->whole(),
                                    after.hop ? *after.hop : before.hop->whole()));
  for (size_t i = 0; i < bars; ++i) rows.push_back(before_and_after(maps, i));
  return rows;
}

}  // namespace

Axis::Axis(const Map& map, double width)
    : map_(map), width_(width - kLeft - kRight), steps_(double(map.last) - map.first + 1) {}

double Axis::x(double step) const {
  const double from = step - map_.first;
  if (map_.starts.empty()) return kLeft + from / steps_ * width_;
  const auto whole = static_cast<size_t>(std::clamp(from, 0.0, steps_ - 1));
  const double begin = map_.starts[whole], end = map_.starts[whole + 1];
  return kLeft + (begin + (end - begin) * (from - double(whole))) / map_.starts.back() * width_;
}

double Axis::width(double first, double last) const {
  return std::max(map_.starts.empty() ? 0.0 : 1.0, x(last + 1) - x(first));
}

std::string Axis::steps(double y) const {
  std::string text;
  const int32_t every = static_cast<int32_t>(std::ceil(steps_ * kLabelWidth / width_));
  for (int64_t step = map_.first; step <= map_.last; step += every) {
    const std::string mark = map_.step_number(static_cast<int32_t>(step));
    const double length = static_cast<double>(mark.size()) * kLetterWidth,
                 middle = x(static_cast<double>(step) + 0.5);
    const bool vertical = middle - length / 2 >= kLeft;  // the label is written vertically, left of the axis
    if (vertical && length <= std::max(width_ / steps_ * every, 3 * kLetterWidth))
      text += text_at("below", middle, y, mark);
  }
  return text + text_at("left", kLeft - 6, y, map_.step_names.empty() ? "step" : "operator");
}

std::string Axis::milliseconds(double y) const {
  constexpr int kParts = 5;
  std::string text;
  for (int i = 1; i < kParts; ++i) {
    const double at = kLeft + width_ * i / kParts;
    text += "<path class=\"grid\" d=\"M" + place(at) + " " + place(y - 16) + "v4\"/>\n" +
            text_at("below", at, y, place(map_.starts.back() * i / kParts));
  }
  return text + text_at("left", kLeft - 6, y, "ms") +
         text_at("left", kLeft + width_, y, place(map_.starts.back()));
}

std::string Axis::plot(double y, double height, double top) const {
  std::string text = rectangle("plot", kLeft, y, width_, height) + "\n";
  for (int i = 0; i <= 4; i += height < 200 ? 2 : 1) {
    const double amount = static_cast<double>(static_cast<int64_t>(top * i / 4));
    const double at = y + height - amount / top * height;
    text += "<path class=\"grid\" d=\"M" + place(kLeft) + " " + place(at) + "h" + place(width_) + "\"/>\n";
    text += text_at("left", kLeft - 6, at + 4, grouped(static_cast<int64_t>(amount)));
  }
  return text + (map_.starts.empty() ? steps(y + height + 16) : milliseconds(y + height + 16));
}

double bars_top(const MapBars& bars) {
  double top = 1;
  for (const MapBar& bar : bars.bars) top = std::max(top, bar.amount);
  return top;
}

Drawing drawn(const Map& map, const MapBars& bars, const Frame& frame) {
  const Axis axis(map, frame.width);
  std::string text =
      text_at("head", kLeft, 18, cut(frame.heading + bars.title, axis.width() / kLetterWidth)) +
      axis.plot(kBarsTop, kBarsHeight, frame.top);
  for (const MapBar& bar : bars.bars) {
    const double height = bar.amount / frame.top * kBarsHeight, left = axis.x(bar.step);
    const double width = axis.width(bar.step, bar.step), gap = std::min(3.0, width / 8);
    text += "<g class=\"amount\" tabindex=\"0\"><title>" + escaped(bar.what) + "</title>" +
            rectangle("", left + gap, kBarsTop + kBarsHeight - height, width - 2 * gap, height) + "</g>\n";
  }
  return {text, frame.width, kBarsTop + kBarsHeight + kBarsBottom, frame.heading + bars.name};
}

std::vector<std::vector<Drawing>> drawings_of(const std::vector<Map>& maps) {
  if (maps.size() > 1) return changes_of(maps);
  const Map& map = maps[0];
  std::vector<std::vector<Drawing>> rows;
  for (size_t i = 0; i < map.pools.size(); i += 2) {
    if (map.pools.size() == 1) {
      rows.push_back({drawn(map, map.pools[0], {kOne, pool_top(map.pools[0]), {}})});
      break;
    }
    const bool two = i + 1 < map.pools.size();
    const double first = pool_top(map.pools[i]), second = two ? pool_top(map.pools[i + 1]) : first;
    const auto [left, right] = scales(first, second);
    rows.push_back({drawn(map, map.pools[i], {kTwo, left, {}})});
    if (two) rows.back().push_back(drawn(map, map.pools[i + 1], {kTwo, right, {}}));
  }
  const double width = map.pools.size() > 1 ? 2 * kTwo : kOne;
  if (map.hop) rows.push_back({drawn(*map.hop, {width, 1, {}})});
  for (const MapBars& bars : map.bars) rows.push_back({drawn(map, bars, {width, bars_top(bars), {}})});
  return rows;
}

std::string cut(const std::string& text, double letters) {
  const size_t fits = static_cast<size_t>(std::max(1.0, letters));
  return text.size() > fits ? text.substr(0, fits - 1) + "~" : text;
}

}  // namespace nookc
