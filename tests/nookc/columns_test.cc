#include "nookc/core/columns.h"

#include <string>

#include "nookc/core/text.h"
#include "tests/test.h"

namespace {

using nookc::columns;

TEST(a_table_that_fits_is_as_wide_as_its_cells) {
  const std::vector<std::vector<std::string>> lines = {{"a", "bytes"}, {"first", "7"}, {"x", "1234567"}};
  EXPECT(columns(lines, "  ", {80, {}}) == columns(lines, "  "));
  EXPECT(columns(lines, "  ") == "  a        bytes\n  first        7\n  x      1234567\n");
}

TEST(a_wide_cell_continues_on_the_next_line_and_numbers_stay_whole) {
  EXPECT(columns({{"n", "text"}, {"123456789012", "one two three four five six"}}, "", {34, {}}) ==
         "           n  text\n123456789012  one two three four\n              five six\n");
}

// Otherwise one operator with 20,000 results made a table of gigabytes.
TEST(a_cell_of_any_length_does_not_widen_all_lines) {
  std::vector<std::vector<std::string>> lines = {{"n", "results", "name"}};
  for (int i = 0; i < 2000; ++i)
    lines.push_back({std::to_string(i), i == 7 ? std::string(100000, 'x') : "y", "z"});
  const std::string text = columns(lines, "");
  EXPECT(text.size() < 800000);
  EXPECT(text.find("   7  " + std::string(100000, 'x') + "  z\n") != std::string::npos);
}

TEST(a_long_word_loses_its_middle) {
  EXPECT(columns({{"n", "name"}, {"1", "abcdefghijklmnopqrstuvwxyz"}}, "", {15, {}}) ==
         "n  name\n1  abcde..vwxyz\n");
}

TEST(columns_that_can_be_spared_go_before_others_shrink) {
  const std::vector<std::vector<std::string>> lines = {{"n", "name", "kernel"},
                                                       {"1", "a_name_of_20_letters", "a_kernel"}};
  EXPECT(columns(lines, "", {33, {"kernel"}}) == columns(lines, ""));
  EXPECT(columns(lines, "", {32, {"kernel"}}) ==
         "n  name\n1  a_name_of_20_letters\nno room for: kernel (--full)\n");
}

TEST(headings_of_numbers_continue_on_the_next_line) {
  EXPECT(columns({{"operator", "in use before"}, {"0 ADD", "1024"}}, "", {16, {}}) ==
         "operator  in use\n          before\n0 ADD       1024\n");
}

TEST(no_character_is_cut) {
  const std::string umlauts = "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc";
  for (size_t width = 2; width < umlauts.size(); ++width) {
    const std::string cut = nookc::without_middle(umlauts, width);
    EXPECT(cut.size() <= width && nookc::printable(cut) == cut);
  }
}

TEST(no_width_is_too_small) {
  const std::vector<std::vector<std::string>> lines = {{"bytes", "name"}, {"1234567", "abcdefghijkl"}, {"1"}};
  EXPECT(columns(lines, "    ", {1, {"name", "nothing"}}) ==
         "      bytes\n    1234567\n          1\n    no\n    room\n    for:\n    name\n    (--full)\n");
  EXPECT(columns({}, "  ", {1, {}}).empty());
}

TEST(lines_are_wrapped_after_their_indent) {
  EXPECT(nookc::folded_lines("one two three\n  four five six\nend", 10) ==
         "one two\nthree\n  four\n  five six\nend");
  EXPECT(nookc::folded_lines("one two\n", 0) == "one two\n");
}

}  // namespace
