#include "nookc/front/import/command_stream.h"

#include <algorithm>
#include <map>

namespace nookc {
namespace {

constexpr uint32_t kPayload1 = 'C' | 'O' << 8 | 'P' << 16 | '1' << 24;  // "Custom Operator Payload 1"
constexpr size_t kWordsOf16Bytes = 4;

// The actions of the driver, by the lowest byte of a word.
enum Action : uint32_t {
  kConfigure = 1,
  kRunCommands = 2,
  kReadRegisters = 3,
  kDumpMemory = 4,
  kNothing = 5
};

// Bits 14 and 15 of a command: a word follows or not.
enum Length : uint32_t { kOneWord = 0, kTwoWords = 1 };

// Commands of one word.
enum Operation : uint32_t { kConv = 2, kDepthwise = 3, kPool = 5, kElementwise = 6, kTransfer = 16 };
enum Region : uint32_t {
  kInputRegion = 0x10f,
  kOutputRegion = 0x11f,
  kWeightRegion = 0x128,
  kScaleRegion = 0x129,
  kFromRegion = 0x130,
  kToRegion = 0x131,
  kInput2Region = 0x18f
};
// Commands of two words: registers with an address or a length.
enum Address : uint32_t {
  kInputBase = 0x00,
  kOutputBase = 0x10,
  kWeightBase = 0x20,
  kWeightLength = 0x21,
  kScaleBase = 0x22,
  kScaleLength = 0x23,
  kFrom = 0x30,
  kTo = 0x31,
  kTransferLength = 0x32,
  kInput2Base = 0x80
};
// Marks a transfer's region as the device's own memory.
constexpr uint32_t kInternal = 1 << 8;

uint32_t word_at(std::span<const std::byte> bytes, size_t word) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i)
    value |= std::to_integer<uint32_t>(bytes[word * 4 + i]) << (8 * static_cast<uint32_t>(i));
  return value;
}

// The registers that operations read.
struct Registers {
  std::map<uint32_t, uint32_t> regions;
  std::map<uint32_t, uint64_t> addresses;

  uint64_t at(uint32_t address) const {
    const auto found = addresses.find(address);
    return found == addresses.end() ? 0 : found->second;
  }
  // Notes `bytes` bytes from the address in a register. Regions that were never set are not used.
  void note(uint32_t region, uint32_t address, uint64_t bytes, UsedRegions* used) const {
    const auto found = regions.find(region);
    if (found == regions.end() || (found->second & kInternal) || bytes == 0) return;
    uint64_t& most = used->bytes[found->second % used->bytes.size()];
    most = std::max(most, at(address) + bytes);
  }
};

void note_operation(const Registers& r, uint32_t operation, UsedRegions* used) {
  if (operation == kTransfer) {
    r.note(kFromRegion, kFrom, r.at(kTransferLength), used);
    r.note(kToRegion, kTo, r.at(kTransferLength), used);
    return;
  }
  const bool weighted = operation == kConv || operation == kDepthwise;
  if (!weighted && operation != kPool && operation != kElementwise) return;
  r.note(kInputRegion, kInputBase, 1, used);
  r.note(kOutputRegion, kOutputBase, 1, used);
  if (operation == kElementwise) r.note(kInput2Region, kInput2Base, 1, used);
  if (!weighted) return;
  r.note(kWeightRegion, kWeightBase, r.at(kWeightLength), used);
  r.note(kScaleRegion, kScaleBase, r.at(kScaleLength), used);
}

std::string walk(std::span<const std::byte> commands, UsedRegions* used) {
  Registers registers;
  const size_t words = commands.size() / 4;
  for (size_t i = 0; i < words; ++i) {
    const uint32_t command = word_at(commands, i), code = command & 0x3ff, parameter = command >> 16;
    const uint32_t length = command >> 14 & 3;
    if (length == kTwoWords) {
      if (++i == words) return "its last command is cut off";
      registers.addresses[code] = word_at(commands, i) | uint64_t{parameter} << 32;
    } else if (length != kOneWord) {
      return "command " + std::to_string(i) + " has an unknown form";
    } else if (code >= 0x100) {
      registers.regions[code] = parameter;
    } else {
      note_operation(registers, code, used);
    }
  }
  return {};
}

}  // namespace

std::string read_commands(std::span<const std::byte> payload, UsedRegions* used) {
  if (payload.size() % 4 != 0)
    return "need a multiple of 4 bytes of commands, have " + std::to_string(payload.size());
  const size_t words = payload.size() / 4;
  if (words == 0 || word_at(payload, 0) != kPayload1) return "its commands do not begin with 'COP1'";
  for (size_t i = 1; i < words;) {
    const uint32_t action = word_at(payload, i);
    switch (action & 0xff) {
      case kConfigure:
        i += 3;
        break;
      case kRunCommands: {
        const size_t count = (action >> 16) | (action >> 8 & 0xff) << 16;
        if (++i % kWordsOf16Bytes != 0) return "its commands do not begin at a multiple of 16 bytes";
        if (count > words - i)
          return "need " + std::to_string(count) + " words of commands, have " + std::to_string(words - i);
        if (std::string wrong = walk(payload.subspan(i * 4, count * 4), used); !wrong.empty()) return wrong;
        i += count;
        break;
      }
      case kReadRegisters:
      case kDumpMemory:
      case kNothing:
        ++i;
        break;
      default:
        return "its commands hold an unknown action, " + std::to_string(action & 0xff);
    }
    if (i > words) return "its last action is cut off";
  }
  return {};
}

}  // namespace nookc
