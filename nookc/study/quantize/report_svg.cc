#include <algorithm>
#include <cmath>
#include <cstdio>

#include "nookc/study/markup/markup.h"
#include "nookc/study/quantize/report.h"

namespace nookc {
namespace {

constexpr int kRow = 18, kTop = 64, kLeft = 420, kPlot = 480, kWidth = 1000;
constexpr double kMost = 60;  // dB at the right edge, where higher ratios are drawn too

std::string text_at(int x, int y, const char* kind, const std::string& text) {
  return "<text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" class=\"" + kind + "\">" +
         escaped(text) + "</text>\n";
}

std::string cut(const std::string& name) { return name.size() <= 48 ? name : name.substr(0, 45) + "..."; }

std::string bar(const QuantizedTensor& t, int row) {
  const int y = kTop + row * kRow;
  const double decibels = t.fidelity.values ? t.fidelity.decibels() : 0;
  const double shown = std::clamp(std::isfinite(decibels) ? decibels : decibels > 0 ? kMost : 0, 0.0, kMost);
  const int width = static_cast<int>(shown / kMost * kPlot);
  char value[32] = "-";
  if (t.fidelity.values)
    std::snprintf(value, sizeof value, std::isfinite(decibels) ? "%.1f dB" : "exact", decibels);
  return text_at(kLeft - 8, y + 12, "left", (t.op.empty() ? "input" : t.op) + "  " + cut(t.name)) +
         "<g class=\"buffer" + (t.type == nook::DType::kF32 ? " output" : "") + "\"><rect x=\"" +
         std::to_string(kLeft) + "\" y=\"" + std::to_string(y + 2) + "\" width=\"" + std::to_string(width) +
         "\" height=\"" + std::to_string(kRow - 5) + "\"/></g>\n" +
         text_at(kLeft + width + 6, y + 12, "head", value);
}

}  // namespace

std::string report_svg(const QuantizeReport& report) {
  const int height = kTop + static_cast<int>(report.tensors.size()) * kRow + 24;
  std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + std::to_string(kWidth) +
                    " " + std::to_string(height) +
                    "\" role=\"img\">\n<title>Signal to noise of each tensor</title>\n" + "<style>\n" +
                    picture_style() + "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n";
  svg += text_at(16, 30, "title", "Signal-to-noise ratio of each tensor against the float network, in dB");
  for (int db = 0; db <= 60; db += 20) {
    const int x = kLeft + db * kPlot / 60;
    svg += "<path class=\"grid\" d=\"M" + std::to_string(x) + " " + std::to_string(kTop) + "V" +
           std::to_string(height - 20) + "\"/>\n" + text_at(x, kTop - 8, "below", std::to_string(db));
  }
  for (size_t i = 0; i < report.tensors.size(); ++i) svg += bar(report.tensors[i], static_cast<int>(i));
  return svg + "</svg>\n";
}

}  // namespace nookc
