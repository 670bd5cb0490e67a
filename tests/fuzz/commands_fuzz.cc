// For any commands, option or plan of an operator `ethos-u`, the compiler refuses the file, or plans memory
// for all that the commands use.
//
// The first byte chooses the meaning of the rest: a payload, words of commands in a sound payload, an option,
// or offsets.
#include "nookc/compile/compile.h"
#include "nookc/front/import/command_stream.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/plan/placing/units.h"
#include "nookc/target/target.h"
#include "tests/ethos_u/vela_file.h"

namespace {

void need(bool holds) {
  if (!holds) __builtin_trap();
}

std::vector<uint32_t> words_of(const uint8_t* data, size_t size) {
  std::vector<uint32_t> words(size / 4);
  if (!words.empty()) std::memcpy(words.data(), data, words.size() * 4);
  return words;
}

void change(vela::File& file, uint8_t what, const uint8_t* data, size_t size) {
  if (what == 'p' && size > 0) {
    file.payload(0).assign(data, data + size);
    file[file.npu(0).inputs[0]].shape = {static_cast<int32_t>(size)};
  } else if (what == 'c') {
    vela::Commands commands;
    commands.words = words_of(data, size);
    file.set_commands(1, commands);
  } else if (what == 'o') {
    file.npu(0).custom_options.assign(data, data + size);
  } else if (what == 'm') {
    const std::vector<uint32_t> words = words_of(data, size);
    for (size_t i = 0; i < words.size() && i < file.graph().tensors.size(); ++i)
      file.move(static_cast<int32_t>(i), static_cast<int32_t>(words[i]));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  nookc::UsedRegions used;
  (void)nookc::read_commands(std::as_bytes(std::span(data + 1, size - 1)), &used);
  vela::File file;
  change(file, data[0], data + 1, size - 1);
  nookc::CompileOptions options;
  options.target = nookc::find_target("cortex-m4");
  options.units = {*nookc::parse_unit("npu=ethos-u")};
  const std::vector<char> bytes = file.bytes();
  const auto program = nookc::compile(std::as_bytes(std::span(bytes)), "fuzz.tflite", options);
  if (!program) {
    need(!program.diag().code.empty() && program.diag().code != "N3001");
    return 0;
  }
  const int32_t height = program->scratch_pools[0].bytes;
  for (const nookc::Call& call : program->calls)
    if (call.code == nookc::EthosU::kCode)
      need(call.scratch_offset % 16 == 0 && call.scratch_offset + vela::kScratch <= height);
  return 0;
}
