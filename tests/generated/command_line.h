// The options that programs of random graphs share.
#pragma once
#include "tests/generated/arguments.h"
#include "tests/generated/firmware.h"

namespace generated {

struct SeedOptions {
  uint64_t first = 1, count = 300;
  int most_findings = 10;
  std::string keep;
};

inline void add_seed_options(Arguments& arguments, SeedOptions& options) {
  arguments.add("--first", &options.first, "the first seed");
  arguments.add("--count", &options.count, "how many seeds");
  arguments.add("--findings", &options.most_findings, "stop after so many");
  arguments.add("--keep", &options.keep, "write the models of findings into this folder");
}

inline void add_firmware_options(Arguments& arguments, FirmwareOptions& options) {
  arguments.add("--firmware", &options.folder, "write the models as sources of a firmware into this folder");
  arguments.add("--target", &options.target, "of the firmware");
}

}  // namespace generated
