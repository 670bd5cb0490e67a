#include <algorithm>
#include <cmath>
#include <cstdio>

#include "nookc/study/chart/shapes.h"
#include "nookc/study/fit/front.h"
#include "nookc/study/markup/markup.h"

namespace nookc {
namespace {

constexpr double kWidth = 1000, kLeft = 70, kTop = 78, kPlotWidth = 400, kPlotHeight = 300, kApart = 90;

constexpr std::string_view kStyle =
    ".step { stroke: var(--edge); stroke-width: 1.5; fill: none; }\n"
    ".point { fill: var(--activation); stroke: var(--edge); stroke-width: 1; }\n";

std::string ms(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

// The plot of one front: time over memory, in steps, because a budget between two points gives the first.
class Plot {
 public:
  Plot(const Front& front, double left) : front_(front), left_(left) {
    for (const FrontPoint& point : front.points) {
      most_x_ = std::max(most_x_, kilobytes(point)), most_y_ = std::max(most_y_, point.milliseconds);
      least_x_ = std::min(least_x_, kilobytes(point)), least_y_ = std::min(least_y_, point.milliseconds);
    }
    // A tenth of the range on each side, at least a fiftieth of the value.
    const double wide = std::max((most_x_ - least_x_) / 10, most_x_ / 50);
    const double high = std::max((most_y_ - least_y_) / 10, most_y_ / 50);
    least_x_ -= wide, most_x_ += wide, least_y_ -= high, most_y_ += high;
  }

  std::string draw() const {
    const bool ram = front_.memory == Goal::kRam;
    std::string text = text_at("head", left_, kTop - 10,
                               ram ? "Milliseconds over KB of RAM" : "Milliseconds over KB of flash") +
                       "<rect class=\"plot\" x=\"" + place(left_) + "\" y=\"" + place(kTop) + "\" width=\"" +
                       place(kPlotWidth) + "\" height=\"" + place(kPlotHeight) + "\"/>\n";
    for (int i = 0; i <= 4; ++i) {
      const double part = i / 4.0, at_x = least_x_ + part * (most_x_ - least_x_),
                   at_y = least_y_ + part * (most_y_ - least_y_);
      text += text_at("left", left_ - 6, y(at_y) + 4, ms(at_y)) +
              text_at("below", x(at_x), kTop + kPlotHeight + 16, ms(at_x));
    }
    return text + steps() + points();
  }

 private:
  double kilobytes(const FrontPoint& point) const {
    return static_cast<double>(front_.memory == Goal::kRam ? point.used.ram : point.used.flash) / 1000;
  }
  double x(double value) const { return left_ + (value - least_x_) / (most_x_ - least_x_) * kPlotWidth; }
  double y(double value) const {
    return kTop + kPlotHeight - (value - least_y_) / (most_y_ - least_y_) * kPlotHeight;
  }

  std::string steps() const {
    std::string path;
    for (const FrontPoint& point : front_.points) {
      const std::string at_x = place(x(kilobytes(point))), at_y = place(y(point.milliseconds));
      path += path.empty() ? "M" + at_x + " " + at_y : "H" + at_x + "V" + at_y;
    }
    return "<path class=\"step\" d=\"" + path + "H" + place(left_ + kPlotWidth) + "\"/>\n";
  }

  std::string points() const {
    std::string text;
    for (const FrontPoint& point : front_.points) {
      const std::string what = figure(static_cast<double>(point.used.ram)) + " bytes of RAM, " +
                               figure(static_cast<double>(point.used.flash)) + " of flash, " +
                               ms(point.milliseconds) + " ms\n" + point.options;
      text += "<circle class=\"point\" cx=\"" + place(x(kilobytes(point))) + "\" cy=\"" +
              place(y(point.milliseconds)) + "\" r=\"5\"><title>" + escaped(what) + "</title></circle>\n";
    }
    return text;
  }

  const Front& front_;
  double left_;
  double least_x_ = INFINITY, most_x_ = 0, least_y_ = INFINITY, most_y_ = 0;
};

}  // namespace

std::string fronts_svg(const std::string& title, const Fronts& fronts) {
  const std::string height = place(kTop + kPlotHeight + 40);
  const std::string said =
      "Each point is a program; a budget between two points gives the one before. Flash and time are "
      "estimated.";
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + place(kWidth) + " " + height +
         "\" width=\"" + place(kWidth) + "\" height=\"" + height +
         "\" role=\"img\" aria-labelledby=\"front-title front-text\">\n<title id=\"front-title\">" +
         escaped(title) + "</title>\n<desc id=\"front-text\">" + said + "</desc>\n<style>\n" +
         picture_style(kStyle) + "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" +
         text_at("title", 14, 26, title) + text_at("head", 14, 46, said) + Plot(fronts.ram, kLeft).draw() +
         Plot(fronts.flash, kLeft + kPlotWidth + kApart).draw() + "</svg>\n";
}

}  // namespace nookc
