#include "web/core/shortest_text.h"

#define FMT_HEADER_ONLY 1
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

namespace nook_web {
namespace {

// 0.d1d2d3... * 10^point.
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;
};

// Parses {fmt}'s output, whose digits are right but whose notation may differ.
Decimal decimal_of(std::string_view text) {
  Decimal d;
  if (text.front() == '-') {
    d.negative = true;
    text.remove_prefix(1);
  }
  const size_t e = text.find('e');
  const std::string_view number = text.substr(0, e);
  const size_t dot = std::min(number.find('.'), number.size());
  d.digits = number.substr(0, dot);
  if (dot < number.size()) d.digits += number.substr(dot + 1);
  d.point = static_cast<int>(dot);
  if (e != std::string_view::npos) d.point += std::atoi(std::string(text.substr(e + 1)).c_str());
  const size_t zeros = std::min(d.digits.find_first_not_of('0'), d.digits.size());
  d.digits.erase(0, zeros);
  d.point -= static_cast<int>(zeros);
  while (!d.digits.empty() && d.digits.back() == '0') d.digits.pop_back();
  return d;
}

std::string scientific(const Decimal& d) {
  std::string text(1, d.digits[0]);
  if (d.digits.size() > 1) text += "." + d.digits.substr(1);
  const int exponent = d.point - 1;
  return text + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
}

template <class Float>
std::string fixed(const Decimal& d, Float value) {
  const int size = static_cast<int>(d.digits.size());
  if (d.point <= 0) return "0." + std::string(static_cast<size_t>(-d.point), '0') + d.digits;
  if (d.point < size)
    return d.digits.substr(0, static_cast<size_t>(d.point)) + "." +
           d.digits.substr(static_cast<size_t>(d.point));
  // A large integer is written exactly, not with zeros after its shortest digits.
  if (std::abs(value) >= std::ldexp(Float{1}, std::numeric_limits<Float>::digits))
    return fmt::format("{:.0f}", std::abs(value));
  return d.digits + std::string(static_cast<size_t>(d.point - size), '0');
}

// Whether {fmt}'s text can be used unchanged: it has a point and no exponent, which is the shorter notation
// except for 0.000d, where 1e-04 is shorter. {fmt} writes an exponent below 1e-4, so no more zeros follow the
// point.
bool is_right(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == std::string_view::npos || text.find('e') != std::string_view::npos) return false;
  return text.substr(dot + 1, 3) != "000" || text.size() > dot + 5;
}

template <class Float>
std::to_chars_result write(char* first, char* last, Float value) {
  char room[64];
  const std::string_view written(room,
                                 static_cast<size_t>(fmt::format_to(room, FMT_COMPILE("{}"), value) - room));
  if (is_right(written) && last - first >= std::ssize(written))
    return {std::copy(written.begin(), written.end(), first), std::errc()};
  std::string text = std::signbit(value) ? "-0" : "0";
  if (value != 0) {
    const Decimal d = decimal_of(written);
    const std::string plain = fixed(d, value), powers = scientific(d);
    text = (d.negative ? "-" : "") + (plain.size() <= powers.size() ? plain : powers);
  }
  if (last - first < std::ssize(text)) return {last, std::errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), std::errc()};
}

}  // namespace

std::to_chars_result shortest_text(char* first, char* last, float value) { return write(first, last, value); }
std::to_chars_result shortest_text(char* first, char* last, double value) {
  return write(first, last, value);
}

}  // namespace nook_web
