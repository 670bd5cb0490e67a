#include "nookc/study/chart/time_chart.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "nookc/study/chart/shapes.h"
#include "nookc/study/markup/markup.h"

namespace nookc {
namespace {

constexpr double kWidth = 1000, kLeft = 310, kPlot = 540, kTop = 84, kRow = 18;
constexpr size_t kNameLetters = 40;

const char* const kChartStyle = R"(.bar rect { stroke: var(--edge); stroke-width: 0.8; }
.core, .point { fill: var(--input); }
.waiting { fill: var(--output); }
.value { fill: var(--faint); }
.point { stroke: var(--edge); stroke-width: 1; fill-opacity: 0.85; }
.number { font-size: 11px; text-anchor: middle; }
.roof { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.slope { stroke: var(--bound); stroke-width: 1.5; stroke-dasharray: 7 5; fill: none; }
.slope-name { fill: var(--bound); }
)";

double sum_of(const std::vector<OperatorTime>& operators, double (*of)(const OperatorTime&)) {
  return std::accumulate(operators.begin(), operators.end(), 0.0,
                         [&](double sum, const OperatorTime& op) { return sum + of(op); });
}

double all_of(const OperatorTime& op) { return op.all(); }
double waiting_of(const OperatorTime& op) { return op.waiting; }

std::string percent(double part, double whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", whole > 0 ? 100 * part / whole : 0.0);
  return text;
}

std::string cut(const std::string& name) {
  return name.size() <= kNameLetters ? name : name.substr(0, kNameLetters - 3) + "...";
}

// The text for screen readers: the total and the operators that take the largest shares.
std::string description(const TimeChart& chart, double total) {
  std::vector<const OperatorTime*> most;
  for (const OperatorTime& op : chart.operators) most.push_back(&op);
  std::ranges::stable_sort(most, std::ranges::greater{}, &OperatorTime::all);
  if (most.size() > 3) most.resize(3);
  std::string text = figure(total) + " " + chart.unit + "s in " + std::to_string(chart.operators.size()) +
                     " operators. Most of it:";
  for (const OperatorTime* op : most)
    text += std::string(op == most[0] ? " " : "; ") + op->name + ", " + percent(op->all(), total);
  return text + ".";
}

std::string details(const TimeChart& chart, const OperatorTime& op) {
  std::string text = op.name + "\n" + figure(op.all()) + " " + chart.unit + "s";
  if (op.waiting > 0) text += ", " + figure(op.waiting) + " of them waiting for the flash";
  if (op.macs > 0)
    text += "\n" + figure(static_cast<double>(op.macs)) + " MACs, " +
            figure(op.all() / static_cast<double>(op.macs)) + " " + chart.unit + "s for each";
  return text + (op.kernel.empty() ? "" : "\n" + op.kernel);
}

std::string bars(const TimeChart& chart, double total) {
  double longest = 0;
  for (const OperatorTime& op : chart.operators) longest = std::max(longest, op.all());
  const double scale = longest > 0 ? kPlot / longest : 0;
  std::string text;
  double y = kTop;
  for (const OperatorTime& op : chart.operators) {
    text += text_at("left", kLeft - 8, y + 13, cut(op.name)) + "<g class=\"bar\"><title>" +
            escaped(details(chart, op)) + "</title>" +
            rectangle("core", kLeft, y + 2, op.core * scale, kRow - 5);
    if (op.waiting > 0)
      text += rectangle("waiting", kLeft + op.core * scale, y + 2, op.waiting * scale, kRow - 5);
    text += "</g>\n" + text_at("value", kLeft + op.all() * scale + 6, y + 13,
                               figure(op.all()) + " (" + percent(op.all(), total) + ")");
    y += kRow;
  }
  return text;
}

std::string legend(const TimeChart& chart, double total) {
  const double waiting = sum_of(chart.operators, waiting_of);
  std::string text =
      rectangle("core", kLeft, 64, 12, 12) +
      text_at("head", kLeft + 18, 74, "the core, " + figure(total - waiting) + " " + chart.unit + "s");
  if (waiting > 0)
    text += rectangle("waiting", kLeft + 270, 64, 12, 12) +
            text_at("head", kLeft + 288, 74, "waiting for the flash, " + figure(waiting));
  return "<g class=\"bar\">" + text + "</g>\n";
}

}  // namespace

std::string figure(double value) {
  if (value < 100 && value != std::floor(value)) return place(value);
  std::string text = std::to_string(std::llround(value));
  for (size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

int64_t constant_bytes_of(const Program& program, const Call& call) {
  int64_t bytes = 0;
  for (const Location& in : call.in)
    if (in.kind == Location::Kind::kConstant)
      bytes += static_cast<int64_t>(program.constants[static_cast<size_t>(in.index)].bytes->size());
  return bytes;
}

std::string time_svg(const TimeChart& chart) {
  const double total = sum_of(chart.operators, all_of);
  const double below = kTop + static_cast<double>(chart.operators.size()) * kRow + 16;
  const std::string roofs = roofline(chart);
  const std::string height = place(below + (roofs.empty() ? 0 : roofline_height()));
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + place(kWidth) + " " + height +
         "\" width=\"" + place(kWidth) + "\" height=\"" + height +
         "\" role=\"img\" aria-labelledby=\"time-title time-text\">\n<title id=\"time-title\">" +
         escaped(chart.title) + "</title>\n<desc id=\"time-text\">" + escaped(description(chart, total)) +
         "</desc>\n<style>\n" + picture_style(kChartStyle) +
         "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" +
         text_at("title", 14, 26, chart.title) + text_at("head", 14, 46, chart.subtitle) +
         legend(chart, total) + bars(chart, total) +
         (roofs.empty() ? "" : "<g transform=\"translate(0 " + place(below) + ")\">\n" + roofs + "</g>\n") +
         "</svg>\n";
}

}  // namespace nookc
