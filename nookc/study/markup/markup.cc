// Colours and fonts of the pictures.
#include "nookc/study/markup/markup.h"

#include <cstdio>

#include "nookc/core/text.h"

namespace nookc {
namespace {

struct Colour {
  std::string_view name, light, dark;
};

constexpr Colour kColours[] = {
    {"page", "#ffffff", "#12161d"},   {"ink", "#1d2433", "#e8ecf3"},        {"faint", "#5b6577", "#a2adbf"},
    {"line", "#d9dee7", "#2d3542"},   {"plot", "#f6f8fb", "#1a202a"},       {"input", "#8ecae6", "#22607d"},
    {"output", "#f4b183", "#8a4b1f"}, {"activation", "#a8d5ba", "#2c6146"}, {"scratch", "#d8c7ee", "#553b78"},
    {"state", "#f2d98b", "#75601c"},  {"edge", "#3b4658", "#c3ccda"},       {"kept", "#efb8cc", "#7a3553"},
    {"bound", "#b3261e", "#ff8a80"},  {"peak", "#b3261e", "#ff8a80"}};

constexpr std::string_view kRules =
    R"(.page { fill: var(--page); }
.plot { fill: var(--plot); stroke: var(--line); }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
text { fill: var(--ink); font-size: 12px; }
.title { font-size: 17px; font-weight: 600; }
.head { font-size: 13px; }
.left { text-anchor: end; fill: var(--faint); }
.peak-note { fill: var(--bound); }
.below { text-anchor: middle; fill: var(--faint); }
.buffer rect, .key rect { fill: var(--activation); stroke: var(--edge); stroke-width: 0.8; }
.buffer.input rect, .key.input rect { fill: var(--input); }
.buffer.output rect, .key.output rect { fill: var(--output); }
.buffer.scratch rect, .key.scratch rect { fill: var(--scratch); }
.key.constant rect { fill: var(--state); }
.buffer.persistent rect, .key.persistent rect, .rows rect.kept { fill: var(--kept); }
.rows rect { fill: var(--activation); stroke: var(--edge); stroke-width: 0.5; }
.rows:hover rect, .rows:focus rect { stroke-width: 2; }
.rows:focus { outline: none; }
.buffer.ring rect, .key.rows rect { fill-opacity: 0.35; stroke-width: 0.4; }
.key text { font-size: 11px; fill: var(--faint); }
.buffer.ring rect.used { fill-opacity: 1; stroke-width: 0.8; }
.chain { stroke: var(--faint); stroke-width: 1; fill: none; }
.buffer text { font-size: 11px; pointer-events: none; }
.buffer:hover rect, .buffer:focus rect { stroke-width: 2.5; }
.buffer:focus { outline: none; }
.amount rect { fill: var(--state); stroke: var(--edge); stroke-width: 0.8; }
.amount:hover rect, .amount:focus rect { stroke-width: 2.5; }
.amount:focus { outline: none; }
.bound { stroke: var(--bound); stroke-width: 1.5; stroke-dasharray: 7 5; fill: none; }
.capacity { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.peak { stroke: var(--peak); stroke-width: 1; stroke-dasharray: 2 4; fill: none; }
)";

// The variables of one scheme: "--page: #ffffff; ...".
std::string variables(std::string_view Colour::*scheme) {
  std::string text;
  for (const Colour& each : kColours)
    text += " --" + std::string(each.name) + ": " + std::string(each.*scheme) + ";";
  return text;
}

// Puts the light colour before each property with a named colour: "fill: #ffffff; fill: var(--page)". Viewers
// without variables drop the second and keep the first.
std::string with_fallbacks(std::string rules) {
  for (const Colour& each : kColours) {
    const std::string use = "var(--" + std::string(each.name) + ")";
    for (size_t at = rules.find(use); at != std::string::npos; at = rules.find(use, at)) {
      const size_t property = rules.find_last_of("{; \n", at - 3) + 1;
      const std::string first = rules.substr(property, at - property) + std::string(each.light) + "; ";
      rules.insert(property, first);
      at += first.size() + use.size();
    }
  }
  return rules;
}

}  // namespace

std::string picture_style(std::string_view more) {
  return "svg {" + variables(&Colour::light) +
         "\n  font-family: system-ui, sans-serif; }\n@media (prefers-color-scheme: dark) {\n  svg {" +
         variables(&Colour::dark) + " }\n}\n" + with_fallbacks(std::string(kRules) + std::string(more));
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : printable_lines(text)) {
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

std::string place(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string s = text;
  while (s.back() == '0') s.pop_back();
  if (s.back() == '.') s.pop_back();
  return s;
}

std::string text_at(const char* kind, double x, double y, const std::string& text) {
  return "<text" + (*kind ? " class=\"" + std::string(kind) + "\"" : "") + " x=\"" + place(x) + "\" y=\"" +
         place(y) + "\">" + escaped(text) + "</text>\n";
}

std::string rectangle(const char* kind, double left, double high, double width, double height) {
  return "<rect" + (*kind ? " class=\"" + std::string(kind) + "\"" : "") + " x=\"" + place(left) + "\" y=\"" +
         place(high) + "\" width=\"" + place(width) + "\" height=\"" + place(height) + "\"/>";
}

}  // namespace nookc
