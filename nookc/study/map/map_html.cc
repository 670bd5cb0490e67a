#include <algorithm>

#include "nookc/study/map/change.h"
#include "nookc/study/map/picture.h"

namespace nookc {
namespace {

constexpr const char* kPage =
    R"(body { margin: 0; background: #ffffff; color: #1d2433; font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 1440px; margin: 0 auto; padding: 20px 16px 96px; }
h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .3rem 0 1rem; color: #5b6577; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 560px), 1fr)); gap: 0 12px; }
.picture { overflow-x: auto; margin: 0 0 1.2rem; border: 1px solid #d9dee7; border-radius: 8px; }
.picture svg { display: block; width: 100%; height: auto; background: var(--page); }
ul.key { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; padding: 0; margin: 0 0 1rem;
  font-size: .9rem; }
ul.key svg { width: 16px; height: 16px; vertical-align: -3px; margin-right: 5px; }
table { border-collapse: collapse; font-size: .9rem; margin: 0 0 1.4rem; font-variant-numeric: tabular-nums; }
.table { overflow-x: auto; }
th, td { padding: 3px 14px 3px 0; text-align: left; border-bottom: 1px solid #d9dee7; white-space: nowrap; }
td.n, th.n { text-align: right; }
h2 { font-size: 1.05rem; margin: 1.2rem 0 .4rem; }
#detail { position: fixed; left: 0; right: 0; bottom: 0; background: #1d2433; color: #ffffff;
  padding: 10px 16px;
  white-space: pre-line; font-size: .92rem; overflow-wrap: anywhere; }
#detail:empty { display: none; }
@media (prefers-color-scheme: dark) {
  body { background: #12161d; color: #e8ecf3; }
  p { color: #a2adbf; }
  .picture, th, td { border-color: #2d3542; }
  #detail { background: #e8ecf3; color: #12161d; }
}
)";

constexpr const char* kScript = R"(const detail = document.getElementById("detail");
for (const buffer of document.querySelectorAll(".buffer, .amount, .rows")) {
  const show = () => { detail.textContent = buffer.querySelector("title").textContent; };
  const hide = () => { detail.textContent = ""; };
  buffer.addEventListener("pointerenter", show);
  buffer.addEventListener("focus", show);
  buffer.addEventListener("pointerleave", hide);
  buffer.addEventListener("blur", hide);
}
)";

constexpr double kLeastScale = 0.68;  // smaller text is illegible: below this scale the picture scrolls

std::string key(const std::string& kind, const std::string& name) {
  return "<li><svg viewBox=\"0 0 16 16\"><g class=\"key " + kind +
         "\"><rect x=\"1\" y=\"1\" width=\"14\" height=\"14\"/></g></svg>" + name + "</li>\n";
}

// Keys that only maps with persistent memory and hops need.
std::string keys_of_state(const std::vector<Map>& maps) {
  std::string text;
  const auto keeps = [](const Map& map) {
    return std::ranges::find(map.pools, true, &MapPool::kept) != map.pools.end();
  };
  if (std::ranges::any_of(maps, keeps)) text += key("persistent", "kept from one run to the next");
  if (std::ranges::any_of(maps, [](const Map& map) { return map.hop.has_value(); }))
    text += key("made", "rows that a hop computes");
  return text;
}

// The first row is the header; columns of numbers are right-aligned.
std::string table(const std::string& headline, const Cells& lines) {
  std::vector<bool> number(lines[0].size(), true);
  for (size_t row = 1; row < lines.size(); ++row)
    for (size_t i = 0; i < lines[row].size(); ++i)
      if (lines[row][i].find_first_not_of("0123456789+-") != std::string::npos) number[i] = false;
  std::string text = "<h2>" + headline + "</h2>\n<div class=\"table\" tabindex=\"0\"><table>\n";
  for (size_t row = 0; row < lines.size(); ++row) {
    text += "<tr>";
    for (size_t i = 0; i < lines[row].size(); ++i) {
      const std::string tag = row == 0 || i == 0 ? "th" : "td";
      text += "<" + tag +
              (row == 0 ? " scope=\"col\""
               : i == 0 ? " scope=\"row\""
                        : "") +
              (number[i] ? " class=\"n\"" : "") + ">" + escaped(lines[row][i]) + "</" + tag + ">";
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

std::string heading(const std::vector<Map>& maps) {
  std::string text;
  for (size_t i = 0; i < maps.size(); ++i)
    text += "<h1>" +
            std::string(maps.size() < 2 ? ""
                        : i == 0        ? "before: "
                                        : "after: ") +
            escaped(maps[i].title) + "</h1>\n<p>" + escaped(maps[i].subtitle) + "</p>\n";
  return text;
}

}  // namespace

std::string map_html(const std::vector<Map>& maps) {
  std::string text =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      escaped(maps[0].title) + "</title>\n<style>\n" + picture_style(kPage) +
      "</style>\n</head>\n<body>\n<main>\n" + heading(maps) +
      "<p>Time runs to the right, addresses go up; the dashed line is the lower bound, the dotted one the "
      "busiest step.</p>\n<ul class=\"key\">\n" +
      key("input", "input") + key("output", "output") + key("activation", "activation") +
      key("scratch", "scratch of a kernel") + keys_of_state(maps) + "</ul>\n";
  for (const std::vector<Drawing>& row : drawings_of(maps)) {
    text += "<div class=\"row\">\n";
    for (const Drawing& drawing : row)
      text += "<div class=\"picture\"><svg viewBox=\"0 0 " + place(drawing.width) + " " +
              place(drawing.height) + "\" style=\"min-width:" + place(drawing.width * kLeastScale) +
              "px\" role=\"group\" aria-label=\"" + escaped(drawing.name) + "\">\n" + drawing.svg +
              "</svg></div>\n";
    text += "</div>\n";
  }
  if (maps.size() > 1)
    text += table("What changed", figures_that_changed(maps[0], maps[1])) +
            table("Operators", operators_that_changed(maps[0], maps[1]));
  return text + "</main>\n<div id=\"detail\" role=\"status\"></div>\n<script>\n" + kScript +
         "</script>\n</body>\n</html>\n";
}

}  // namespace nookc
