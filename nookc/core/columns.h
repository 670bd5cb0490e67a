#pragma once
#include <string>
#include <vector>

namespace nookc {

// What a table gives up to be at most so wide.
struct Room {
  int width = 0;                   // columns of the terminal; 0: any
  std::vector<std::string> spare;  // headlines of columns that may be left out, the first of these first
};

// Lines of cells as aligned text, the columns two spaces apart; columns whose cells under the first line are
// all numbers are aligned to the right. No blanks at the ends of lines. To fit, cells of text go on in lines
// below, and words that are longer than a column lose their middle. Numbers stay whole, so that a table of
// many of them may be wider than asked for.
std::string columns(const std::vector<std::vector<std::string>>& lines, const std::string& indent,
                    const Room& room = {});

// "model_ac..10_relu": a text of at most `width` bytes that lost its middle, if it must; no character is cut.
std::string without_middle(const std::string& text, size_t width);

// Lines of more than `width` characters go on below, behind the same indent; 0: any width.
std::string folded_lines(const std::string& text, int width);

}  // namespace nookc
