// Many graphs as classes on managed tensors (docs/managed-tensors.md) in one program for this machine, each
// with its inputs and the interpreter's outputs.
#pragma once
#include "tests/generated/firmware.h"

namespace generated {

// Faults planted into the generated classes, to check that they are found.
struct ManagedPlant {
  const char* name;
  bool (*plant)(std::string& header, std::string& source);  // false: there is no place for it
};
const std::vector<ManagedPlant>& managed_plants();

// Writes the sources of the program, which managed.py builds and runs, like write_units(). `plant`: an index
// into managed_plants(), or -1; graphs without a place for it are skipped.
int write_managed(const FirmwareOptions& options, const ModelOfSeed& model_of, int plant);

}  // namespace generated
