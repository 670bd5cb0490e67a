// Weights in storage that are another model's or damaged: opening refuses any other header, checking any
// other byte. A read that fails ends a run, which touches nothing outside of its memory.
//
// The first byte is the number of the read that fails (255: none); then come changes of three bytes each: the
// offset (two) and the new value.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

extern "C" {
#include "digits.h"
}

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::vector<uint8_t> read_file() {
  std::vector<uint8_t> bytes(DIGITS_WEIGHTS_FILE_BYTES);
  std::FILE* const file = std::fopen(WEIGHTS, "rb");
  require(file && std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size());
  std::fclose(file);
  return bytes;
}

struct Card {
  std::vector<uint8_t> file;
  int fails = -1, reads = 0;

  static int begin(void* user, uint32_t offset, uint32_t bytes, void* to) {
    Card& c = *static_cast<Card*>(user);
    require(offset <= c.file.size() && bytes <= c.file.size() - offset);
    if (c.reads++ == c.fails) return 1;
    std::memcpy(to, c.file.data() + offset, bytes);
    return 0;
  }
  static int wait(void*) { return 0; }
};

struct FreeAligned {
  void operator()(void* block) const { std::free(block); }
};
using Block = std::unique_ptr<void, FreeAligned>;  // sanitizers see accesses outside of it

Block block(size_t bytes, size_t alignment) {
  void* memory = nullptr;
  require(posix_memalign(&memory, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes) == 0);
  return Block(memory);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<uint8_t> right = read_file();
  if (size < 1) return 0;
  Card card{right};
  for (size_t i = 1; i + 2 < size; i += 3)
    card.file[static_cast<size_t>(data[i] | data[i + 1] << 8) % card.file.size()] = data[i + 2];
  const Block scratch = block(DIGITS_SCRATCH_SRAM_BYTES, DIGITS_SCRATCH_SRAM_ALIGN);
  const Block staging = block(DIGITS_SCRATCH_STAGING_BYTES, DIGITS_SCRATCH_STAGING_ALIGN);
  const nook_storage storage = {Card::begin, Card::wait, &card};
  digits_memory memory = {};
  memory.scratch_sram = scratch.get(), memory.scratch_staging = staging.get(), memory.storage = &storage;

  const bool same = card.file == right;
  const bool header = std::memcmp(card.file.data(), right.data(), DIGITS_WEIGHTS_HEADER_BYTES) == 0;
  nook_fault fault = {};
  require(digits_open_weights(&memory, &fault) == (header ? NOOK_OK : NOOK_BAD_CONSTANTS));
  require(digits_check_weights(&memory, &fault) == (same ? NOOK_OK : NOOK_BAD_CONSTANTS));
  card.file = right;  // damaged shifts are undefined in C: tests/emit/stored_test.cc runs with them
  card.fails = data[0] == 255 ? -1 : data[0] % (DIGITS_WEIGHTS_READS + 1), card.reads = 0;
  const bool all = card.fails < 0 || card.fails >= DIGITS_WEIGHTS_READS;
  digits_input input;
  digits_output output;
  std::memset(&input, data[0], sizeof input);
  require(digits_run(&memory, &input, &output) == (all ? NOOK_OK : NOOK_DEVICE_FAILED));
  return 0;
}
