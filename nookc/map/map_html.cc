#include "nookc/map/markup.h"

namespace nookc {
namespace {

constexpr const char* kPage =
    R"(body { margin: 0; background: #ffffff; color: #1d2433; font: 16px/1.45 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 20px 16px 96px; }
h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .3rem 0 1rem; color: #5b6577; }
.picture { overflow-x: auto; margin: 0 0 1.2rem; border: 1px solid #d9dee7; border-radius: 8px; }
.picture svg { display: block; width: 100%; min-width: 680px; height: auto; background: var(--page); }
ul.key { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; padding: 0; margin: 0 0 1rem;
  font-size: .9rem; }
ul.key svg { width: 16px; height: 16px; vertical-align: -3px; margin-right: 5px; }
#detail { position: fixed; left: 0; right: 0; bottom: 0; background: #1d2433; color: #ffffff;
  padding: 10px 16px;
  white-space: pre-line; font-size: .92rem; overflow-wrap: anywhere; }
#detail:empty { display: none; }
@media (prefers-color-scheme: dark) {
  body { background: #12161d; color: #e8ecf3; }
  p { color: #a2adbf; }
  .picture { border-color: #2d3542; }
  #detail { background: #e8ecf3; color: #12161d; }
}
)";

constexpr const char* kScript = R"(const detail = document.getElementById("detail");
for (const buffer of document.querySelectorAll(".buffer")) {
  const show = () => { detail.textContent = buffer.querySelector("title").textContent; };
  const hide = () => { detail.textContent = ""; };
  buffer.addEventListener("pointerenter", show);
  buffer.addEventListener("focus", show);
  buffer.addEventListener("pointerleave", hide);
  buffer.addEventListener("blur", hide);
}
)";

std::string key(const std::string& kind, const std::string& name) {
  return "<li><svg viewBox=\"0 0 16 16\"><g class=\"buffer " + kind +
         " key\"><rect x=\"1\" y=\"1\" width=\"14\" height=\"14\"/></g></svg>" + name + "</li>\n";
}

}  // namespace

std::string map_html(const Map& map) {
  char height[32];
  std::snprintf(height, sizeof height, "%.0f", picture_height());
  std::string text =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
      escaped(map.title) + "</title>\n<style>\n" + kPage + kPictureStyle +
      "</style>\n</head>\n<body>\n<main>\n<h1>" + escaped(map.title) + "</h1>\n<p>" + escaped(map.subtitle) +
      ". Time runs to the right, addresses go up; the dashed line is the lower bound, the dotted one the "
      "busiest step.</p>\n<ul class=\"key\">\n" +
      key("input", "input") + key("output", "output") + key("activation", "activation") +
      key("scratch", "scratch of a kernel") + "</ul>\n";
  for (const MapPool& pool : map.pools)
    text += "<div class=\"picture\"><svg viewBox=\"0 0 1000 " + std::string(height) +
            "\" role=\"img\" aria-label=\"" + escaped(pool.name) + "\">\n" + picture(map, pool) +
            "</svg></div>\n";
  return text + "</main>\n<div id=\"detail\" role=\"status\"></div>\n<script>\n" + kScript +
         "</script>\n</body>\n</html>\n";
}

}  // namespace nookc
