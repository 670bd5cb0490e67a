// Many graphs as classes on managed tensors (docs/managed-tensors.md) in one program for this machine, each
// with its inputs and what the interpreter makes of them.
#pragma once
#include "tests/generated/firmware.h"

namespace generated {

// Faults that are put into the generated classes, to see them found.
struct ManagedPlant {
  const char* name;
  bool (*plant)(std::string& header, std::string& source);  // false: there is no place for it
};
const std::vector<ManagedPlant>& managed_plants();

// Writes the sources of the program, which managed.py builds and runs, as write_units() says. `plant`: a
// number of managed_plants(), or -1; graphs without a place for it are left out.
int write_managed(const FirmwareOptions& options, const ModelOfSeed& model_of, int plant);

}  // namespace generated
