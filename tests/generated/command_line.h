// The options that programs of random graphs share.
#pragma once
#include <CLI/CLI.hpp>

#include "tests/generated/firmware.h"

namespace generated {

struct SeedOptions {
  uint64_t first = 1, count = 300;
  int most_findings = 10;
  std::string keep;
};

inline void add_seed_options(CLI::App& app, SeedOptions& options) {
  app.add_option("--first", options.first, "the first seed");
  app.add_option("--count", options.count, "how many seeds");
  app.add_option("--findings", options.most_findings, "stop after so many");
  app.add_option("--keep", options.keep, "write the models of findings into this folder");
}

inline void add_firmware_options(CLI::App& app, FirmwareOptions& options) {
  app.add_option("--firmware", options.folder, "write the models as sources of a firmware into this folder");
  app.add_option("--target", options.target, "of the firmware");
}

}  // namespace generated
