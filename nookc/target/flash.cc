#include "nookc/target/flash.h"

#include <iterator>
#include <sstream>

namespace nookc {
namespace {

constexpr int kMostWaitStates = 100, kMostLines = 512;  // kMostLines as in tools/count/timing.h

bool is_line(int bytes) { return bytes >= 4 && bytes <= 128 && (bytes & (bytes - 1)) == 0; }

Result<Flash> parse_flash(const std::string& text) {
  Flash flash;
  int* const to[] = {&flash.wait_states, &flash.line_bytes, &flash.buffer_bytes};
  std::istringstream in(text);
  size_t count = 0;
  bool fine = true;
  for (std::string word; fine && std::getline(in, word, ',');) {
    fine = count < std::size(to) && !word.empty() && word.size() <= 6 &&
           word.find_first_not_of("0123456789") == std::string::npos;
    if (fine) *to[count++] = std::stoi(word);
  }
  if (fine && count > 0 && !text.ends_with(',') && flash.wait_states <= kMostWaitStates &&
      is_line(flash.line_bytes) && flash.buffer_bytes / flash.line_bytes <= kMostLines)
    return flash;
  return Diag{
      Exit::kUsage, "N2026", "--flash " + text, "is not a flash description",
      "WAIT STATES[,BYTES OF A LINE[,BYTES OF ITS BUFFER]]: at most 100 wait states, lines of 4, 8, 16, 32,\n"
      "64 or 128 bytes, a buffer of at most 512 lines; an STM32L4 at 120 MHz is 5,16,256"};
}

}  // namespace

Result<Flash> flash_of(const std::string& text, const Part* part) {
  if (!text.empty()) return parse_flash(text);
  Flash flash;
  if (part && part->wait_states >= 0) flash.wait_states = part->wait_states;
  return flash;
}

}  // namespace nookc
