#pragma once
#include <string>
#include <vector>

namespace nookc {

// How a table may shrink to fit a width.
struct Room {
  int width = 0;                   // columns of the terminal; 0: any
  std::vector<std::string> spare;  // headings of columns that may be dropped, in this order
};

// Formats rows of cells as aligned text, with two spaces between columns. Columns whose cells below the
// heading are all numbers are right-aligned. Lines have no trailing blanks. To fit, text cells wrap and words
// longer than a column lose their middle. Numbers stay whole, so a table with many numbers may exceed the
// width. Where any width fits, very long cells exceed their column instead of widening it.
std::string columns(const std::vector<std::vector<std::string>>& lines, const std::string& indent,
                    const Room& room = {});

// "model_ac..10_relu": shortens a text to `width` bytes by cutting its middle; never splits a character.
std::string without_middle(const std::string& text, size_t width);

// Wraps lines longer than `width` characters and keeps their indent; 0: any width.
std::string folded_lines(const std::string& text, int width);

}  // namespace nookc
