#include "nookc/core/columns.h"

#include <algorithm>
#include <numeric>

#include "nookc/core/text.h"

namespace nookc {
namespace {

using Lines = std::vector<std::vector<std::string>>;

constexpr size_t kBetween = 2;
// The width of a text column. Up to kReadable characters, cells and words stay whole while other columns can
// shrink or be dropped. No column shrinks below kLeast.
constexpr size_t kReadable = 20, kLeast = 8;
// Longer cells exceed their column: lines are not filled up to them, so a table grows with its cells, not
// with lines times the longest cell.
constexpr size_t kFilled = 240;

struct Column {
  size_t width = 0;
  size_t word = 0;     // the longest word
  bool number = true;  // right-aligned
  bool whole = true;   // no cell may be shortened
  size_t least = 0;    // minimum of a whole column: its cells, and the words of its heading

  size_t readable() const {
    if (whole) return least;
    return width <= kReadable ? width : std::min(word, kReadable);
  }
};

size_t longest_word(const std::string& cell) {
  size_t longest = 0;
  for (size_t at = 0; at < cell.size();) {
    const size_t end = std::min(cell.find(' ', at), cell.size());
    longest = std::max(longest, end - at);
    at = end + 1;
  }
  return longest;
}

std::vector<Column> measure(const Lines& lines) {
  std::vector<Column> all;
  for (size_t row = 0; row < lines.size(); ++row) {
    all.resize(std::max(all.size(), lines[row].size()));
    for (size_t i = 0; i < lines[row].size(); ++i) {
      const std::string& cell = lines[row][i];
      all[i].width = std::max(all[i].width, cell.size());
      all[i].word = std::max(all[i].word, longest_word(cell));
      all[i].least = std::max(all[i].least, row == 0 ? longest_word(cell) : cell.size());
      if (row > 0) {
        all[i].number &= cell.find_first_not_of("0123456789+-") == std::string::npos;
        all[i].whole &= cell.find_first_not_of("0123456789-+.%e") == std::string::npos;
      }
    }
  }
  return all;
}

// Computes the width of the table; if `readable`, the width after its columns have shrunk.
size_t total(const std::vector<Column>& all, size_t indent, bool readable) {
  const size_t all_cells = std::accumulate(
      all.begin(), all.end(), size_t{0},
      [&](size_t sum, const Column& c) { return sum + kBetween + (readable ? c.readable() : c.width); });
  return indent + all_cells - std::min(all_cells, kBetween);
}

bool leave_out(Lines& lines, const std::string& name) {
  const auto at = std::ranges::find(lines[0], name);
  if (at == lines[0].end()) return false;
  const std::ptrdiff_t i = at - lines[0].begin();
  for (auto& line : lines)
    if (i < std::ssize(line)) line.erase(line.begin() + i);
  return true;
}

// Repeatedly takes one character from the widest column that can shrink: first by breaking lines between
// words, then by shortening words.
void shrink(std::vector<Column>& all, size_t indent, size_t width) {
  for (Column& column : all)
    if (!column.whole) column.width = std::min(column.width, std::max(width, kLeast));
  for (const bool words : {false, true})
    while (total(all, indent, false) > width) {
      Column* widest = nullptr;
      for (Column& column : all) {
        const size_t least = words && !column.whole ? kLeast : column.readable();
        if (column.width > least && (!widest || column.width > widest->width)) widest = &column;
      }
      if (!widest) break;
      --widest->width;
    }
}

// Breaks a text into lines of at most `width`; a longer word keeps its own line.
std::vector<std::string> folded(const std::string& text, size_t width) {
  if (text.size() <= width) return {text};
  std::vector<std::string> parts = {""};
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    if (!parts.back().empty() && parts.back().size() + 1 + word.size() > width) parts.emplace_back();
    parts.back() += (parts.back().empty() ? "" : " ") + word;
    at = end + 1;
  }
  return parts;
}

std::string line_text(const std::vector<std::string>& line, const std::vector<Column>& all,
                      const std::string& indent) {
  std::vector<std::vector<std::string>> cells;
  size_t height = 1;
  for (size_t i = 0; i < line.size(); ++i) {
    cells.push_back(folded(line[i], all[i].width));
    for (std::string& word : cells.back()) word = without_middle(word, all[i].width);
    height = std::max(height, cells.back().size());
  }
  std::string text;
  for (size_t row = 0; row < height; ++row) {
    std::string out = indent;
    for (size_t i = 0; i < cells.size(); ++i) {
      const std::string cell = row < cells[i].size() ? cells[i][row] : "";
      const std::string pad(std::max(std::min(all[i].width, kFilled), cell.size()) - cell.size(), ' ');
      out += (i ? std::string(kBetween, ' ') : "") + (all[i].number ? pad + cell : cell + pad);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

}  // namespace

std::string columns(const Lines& lines, const std::string& indent, const Room& room) {
  if (lines.empty()) return {};
  Lines kept = lines;
  std::vector<Column> all = measure(kept);
  const size_t width = static_cast<size_t>(std::max(room.width, 0));
  std::vector<std::string> left_out;
  if (width > 0) {
    for (const std::string& name : room.spare) {
      if (total(all, indent.size(), true) <= width) break;
      if (leave_out(kept, name)) left_out.push_back(name);
      all = measure(kept);
    }
    shrink(all, indent.size(), width);
  }
  std::string text;
  for (const auto& line : kept) text += line_text(line, all, indent);
  if (left_out.empty()) return text;
  return text + folded_lines(indent + "no room for: " + join_text(left_out) + " (--full)\n", room.width);
}

std::string without_middle(const std::string& text, size_t width) {
  if (text.size() <= width) return text;
  const auto inside = [&](size_t at) { return at < text.size() && (text[at] & '\xc0') == '\x80'; };
  size_t back = text.size() - (width - 2) / 2, front = width - 2 - (text.size() - back);
  while (front > 0 && inside(front)) --front;
  while (inside(back)) ++back;
  return text.substr(0, front) + ".." + text.substr(back);
}

std::string folded_lines(const std::string& text, int width) {
  if (width <= 0) return text;
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const size_t start = std::min(line.find_first_not_of(' '), line.size());
    const std::string indent = line.substr(0, start);
    if (line.size() <= static_cast<size_t>(width)) {
      result += line;
    } else {
      result += indent +
                join_text(folded(line.substr(start), std::max(static_cast<size_t>(width), start + 1) - start),
                          "\n" + indent);
    }
    if (end < text.size()) result += '\n';
    at = end + 1;
  }
  return result;
}

}  // namespace nookc
