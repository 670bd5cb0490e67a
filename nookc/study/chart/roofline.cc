#include <algorithm>
#include <cmath>

#include "nookc/study/chart/shapes.h"
#include "nookc/study/chart/time_chart.h"
#include "nookc/study/markup/box.h"
#include "nookc/study/markup/markup.h"

namespace nookc {
namespace {

constexpr double kLeft = 86, kPlotWidth = 880, kTop = 40, kPlotHeight = 320, kBelow = 46;

struct Point {
  const OperatorTime* op;
  double x, y;  // MACs per byte, MACs per unit of time
};

class Roofline {
 public:
  explicit Roofline(const TimeChart& chart) : chart_(chart) {
    for (const OperatorTime& op : chart.operators) {
      total_ += op.all();
      if (op.macs > 0 && op.constant_bytes > 0 && op.all() > 0)
        points_.push_back({&op, static_cast<double>(op.macs) / static_cast<double>(op.constant_bytes),
                           static_cast<double>(op.macs) / op.all()});
    }
    if (points_.empty()) return;
    // Rounds outwards to powers of two around all points and the ridge point of the roofs.
    double low_x = points_[0].x, high_x = low_x, low_y = points_[0].y, high_y = chart.roofs.macs;
    for (const Point& p : points_) {
      low_x = std::min(low_x, p.x), high_x = std::max(high_x, p.x);
      low_y = std::min(low_y, p.y), high_y = std::max(high_y, p.y);
    }
    if (chart.roofs.flash_bytes > 0) {
      const double corner = chart.roofs.macs / chart.roofs.flash_bytes;
      low_x = std::min(low_x, corner), high_x = std::max(high_x, corner);
    }
    from_x_ = std::floor(std::log2(low_x) - 0.2), to_x_ = std::ceil(std::log2(high_x) + 0.2);
    from_y_ = std::floor(std::log2(low_y) - 0.2), to_y_ = std::ceil(std::log2(high_y) + 0.2);
    // Draws large points first, so that smaller ones on top stay visible.
    std::ranges::stable_sort(points_, std::ranges::greater{}, [](const Point& p) { return p.op->all(); });
  }

  std::string draw() {
    if (points_.empty() || chart_.roofs.macs <= 0) return {};
    return axes() + roofs() + points();
  }

 private:
  double x(double macs_for_byte) const {
    return kLeft + (std::log2(macs_for_byte) - from_x_) / (to_x_ - from_x_) * kPlotWidth;
  }
  double y(double macs_for_unit) const {
    return kTop + kPlotHeight - (std::log2(macs_for_unit) - from_y_) / (to_y_ - from_y_) * kPlotHeight;
  }

  static std::string power(double exponent) {
    return exponent < 0 ? "1/" + figure(std::exp2(-exponent)) : figure(std::exp2(exponent));
  }

  std::string axes() const {
    std::string text = text_at("head", kLeft, 14, "Roofline: MACs per " + chart_.unit) +
                       "<rect class=\"plot\" x=\"" + place(kLeft) + "\" y=\"" + place(kTop) + "\" width=\"" +
                       place(kPlotWidth) + "\" height=\"" + place(kPlotHeight) + "\"/>\n";
    for (double e = from_y_; e <= to_y_; ++e)
      text += "<path class=\"grid\" d=\"M" + place(kLeft) + " " + place(y(std::exp2(e))) + "h" +
              place(kPlotWidth) + "\"/>\n" + text_at("left", kLeft - 6, y(std::exp2(e)) + 4, power(e));
    for (double e = from_x_; e <= to_x_; ++e)
      text += "<path class=\"grid\" d=\"M" + place(x(std::exp2(e))) + " " + place(kTop) + "v" +
              place(kPlotHeight) + "\"/>\n" +
              text_at("below", x(std::exp2(e)), kTop + kPlotHeight + 16, power(e));
    return text + text_at("below", kLeft + kPlotWidth / 2, kTop + kPlotHeight + 36,
                          "MACs per byte of constants; larger points take more time");
  }

  // The compute roof is flat; the flash roof rises with the work per byte.
  std::string roofs() const {
    const Roofs& of = chart_.roofs;
    const double right = kLeft + kPlotWidth, top = y(of.macs);
    double corner = kLeft;
    std::string text;
    if (of.flash_bytes > 0) {
      const double ridge = of.macs / of.flash_bytes;
      corner = x(ridge);
      const double lowest = std::max(std::exp2(from_x_), std::exp2(from_y_) / of.flash_bytes);
      text += "<path class=\"slope\" d=\"M" + place(x(lowest)) + " " + place(y(lowest * of.flash_bytes)) +
              "L" + place(corner) + " " + place(top) + "\"/>\n" +
              text_at("slope-name", x(lowest) + 12,
                      std::min(y(lowest * of.flash_bytes) + 18, kTop + kPlotHeight - 8),
                      "flash: " + figure(of.flash_bytes) + " bytes per " + chart_.unit);
    }
    return text + "<path class=\"roof\" d=\"M" + place(corner) + " " + place(top) + "H" + place(right) +
           "\"/>\n" +
           text_at("head", std::max(corner, kLeft) + 8, top - 6,
                   of.instruction + ": " + figure(of.macs) + (of.macs == 1 ? " MAC per " : " MACs per ") +
                       chart_.unit);
  }

  std::string points() {
    std::string circles, numbers;
    std::vector<Box> taken;
    for (const Point& p : points_) {
      const double share = p.op->all() / total_, radius = 4 + 14 * std::sqrt(share);
      const std::string what = p.op->name + "\n" + figure(p.y) + " MACs per " + chart_.unit + ", " +
                               figure(p.x) + " MACs per byte of constants";
      circles += "<circle class=\"point\" cx=\"" + place(x(p.x)) + "\" cy=\"" + place(y(p.y)) + "\" r=\"" +
                 place(radius) + "\"><title>" + escaped(what) + "</title></circle>\n";
      numbers += number_of(p, radius, taken);
    }
    return circles + numbers;
  }

  // Puts the operator's number next to its point if there is room; otherwise only the point's title shows it.
  std::string number_of(const Point& p, double radius, std::vector<Box>& taken) const {
    const std::string number = p.op->name.substr(0, p.op->name.find(' '));
    const double wide = 7.0 * static_cast<double>(number.size()), away = radius + wide / 2 + 3;
    const double to[4][2] = {{away, 4}, {-away, 4}, {0, -radius - 4}, {0, radius + 12}};
    for (const auto& [right, down] : to) {
      const double cx = x(p.x) + right, baseline = y(p.y) + down;
      const Box box = {cx - wide / 2, baseline - 10, cx + wide / 2, baseline + 2};
      if (box.right > kLeft + kPlotWidth || box.left < kLeft) continue;
      if (std::ranges::any_of(taken, [&](const Box& other) { return box.meets(other); })) continue;
      taken.push_back(box);
      return text_at("number", cx, baseline, number);
    }
    return {};
  }

  const TimeChart& chart_;
  std::vector<Point> points_;
  double total_ = 0;
  double from_x_ = 0, to_x_ = 1, from_y_ = 0, to_y_ = 1;  // exponents of two
};

}  // namespace

std::string roofline(const TimeChart& chart) { return Roofline(chart).draw(); }

double roofline_height() { return kTop + kPlotHeight + kBelow; }

}  // namespace nookc
