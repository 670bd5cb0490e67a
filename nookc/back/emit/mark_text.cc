#include "nookc/back/emit/mark_text.h"

#include <algorithm>

#include "nookc/back/emit/c_text.h"

namespace nookc {

std::string MarkText::indented(const std::string& lines) const {
  if (depth_ == 0) return lines;
  std::string text;
  for (size_t at = 0; at < lines.size();) {
    const size_t end = std::min(lines.find('\n', at), lines.size() - 1) + 1;
    text += std::string(2 * depth_, ' ') + lines.substr(at, end - at);
    at = end;
  }
  return text;
}

std::string MarkText::begin() const {
  const bool limited = p_.while_limit > 0 && std::ranges::find(p_.marks, RegionMark::Kind::kLoop,
                                                               &CallMark::kind) != p_.marks.end();
  return limited ? "  uint32_t turns = 0;\n" : "";
}

std::string MarkText::before(size_t call) {
  std::string all;
  for (; next_ < p_.marks.size() && p_.marks[next_].call <= call; ++next_) all += text(p_.marks[next_]);
  return all;
}

// The iteration after the last allowed one ends the run.
std::string MarkText::turn() const {
  if (p_.while_limit == 0) return {};
  return indented("  if (turns++ == " + std::to_string(p_.while_limit) + "u) return NOOK_LIMIT;\n");
}

std::string MarkText::text(const CallMark& mark) {
  const auto open = [&](const std::string& line) {
    const std::string text = indented(line);
    ++depth_;
    return text;
  };
  const auto close = [&](const std::string& line) {
    --depth_;
    return indented(line);
  };
  const std::string condition = "*(const char*) " + place_(mark.condition);
  switch (mark.kind) {
    case RegionMark::Kind::kIf:
      return open("  if (" + condition + ") { /* " + c_comment(mark.label) + " */\n");
    case RegionMark::Kind::kElse:
      --depth_;
      return open("  } else {\n");
    case RegionMark::Kind::kLoop:
      return open("  for (;;) { /* " + c_comment(mark.label) + " */\n");
    case RegionMark::Kind::kBreakUnless:
      return indented("  if (!" + condition + ") break;\n") + turn();
    case RegionMark::Kind::kDone:
      return indented(done_(mark));
    case RegionMark::Kind::kEndIf:
    case RegionMark::Kind::kEndLoop:
      return close("  }\n");
  }
  return {};
}

}  // namespace nookc
