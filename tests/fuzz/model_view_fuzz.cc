// For any bytes, open() returns; an accepted file can be read without leaving it, at a cost bounded by its
// size, and the reader agrees with libflatbuffers' reader if that accepts the file too.
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "nook/model/option_map.h"
#include "tests/model/cross_check.h"
#include "tests/model/walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::unique_ptr<uint8_t[]> copy(new uint8_t[size]);  // aligned to 4 and of the exact size
  memcpy(copy.get(), data, size);
  const nook::Span<const uint8_t> file(copy.get(), size);
  // The options of a custom operator are a separate range of bytes.
  const nook::OptionMap options(file);
  nook::OptionValue value;
  for (const char* name : {"window", "scale", "far"}) (void)options.find(name, &value);
  nook::ModelFault fault;
  const nook::Result<nook::Model> model = nook::Model::open(file, &fault);
  if (static_cast<bool>(model) != (fault.fault == nook::Fault::kNone)) __builtin_trap();
  if (!model) return 0;
  const Walk walk(*model);
  if (walk.bytes() > 4 * size) __builtin_trap();
  if (!flatbuffers_accepts(file)) return 0;
  const std::string difference = first_difference(file);
  if (difference.empty()) return 0;
  fprintf(stderr, "%s\n", difference.c_str());
  __builtin_trap();
}
