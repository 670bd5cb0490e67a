#include "nookc/core/text.h"
#include "nookc/map/markup.h"

namespace nookc {

const char* const kPictureStyle =
    R"(svg { --page: #ffffff; --ink: #1d2433; --faint: #5b6577; --line: #d9dee7; --plot: #f6f8fb;
  --input: #8ecae6; --output: #f4b183; --activation: #a8d5ba; --scratch: #d8c7ee;
  --state: #f2d98b; --edge: #3b4658;
  --bound: #b3261e; --peak: #b3261e; font-family: system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  svg { --page: #12161d; --ink: #e8ecf3; --faint: #a2adbf; --line: #2d3542; --plot: #1a202a;
    --input: #22607d; --output: #8a4b1f; --activation: #2c6146; --scratch: #553b78; --state: #75601c;
    --edge: #c3ccda;
    --bound: #ff8a80; --peak: #ff8a80; }
}
.page { fill: var(--page); }
.plot { fill: var(--plot); stroke: var(--line); }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
text { fill: var(--ink); font-size: 12px; }
.title { font-size: 17px; font-weight: 600; }
.head { font-size: 13px; }
.left { text-anchor: end; fill: var(--faint); }
.right { text-anchor: end; fill: var(--bound); }
.below { text-anchor: middle; fill: var(--faint); }
.buffer rect { fill: var(--activation); stroke: var(--edge); stroke-width: 0.8; }
.buffer.input rect { fill: var(--input); }
.buffer.output rect { fill: var(--output); }
.buffer.scratch rect { fill: var(--scratch); }
.buffer.persistent rect, .buffer.constant rect { fill: var(--state); }
.buffer.ring rect { fill-opacity: 0.35; stroke-width: 0.4; }
.buffer.ring rect.used { fill-opacity: 1; stroke-width: 0.8; }
.chain { stroke: var(--faint); stroke-width: 1; fill: none; }
.buffer text { font-size: 11px; pointer-events: none; }
.buffer:hover rect, .buffer:focus rect { stroke-width: 2.5; }
.buffer:focus { outline: none; }
.bound { stroke: var(--bound); stroke-width: 1.5; stroke-dasharray: 7 5; fill: none; }
.capacity { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.peak { stroke: var(--peak); stroke-width: 1; stroke-dasharray: 2 4; fill: none; }
)";

std::string utf8(const std::string& text) { return printable(text); }

}  // namespace nookc
