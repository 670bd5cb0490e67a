// --weights-from, --staging and --storage-speed: weights outside the address space.
#pragma once
#include "nookc/cli/model_options.h"

namespace nookc {

void add_storage(Subcommand command, ModelOptions& options);
void add_storage_speed(Subcommand command, std::string& speed);

// The bytes a second of --storage-speed; 0: not given. Diags N2004: not a size; N2104: no weights in storage.
Result<int64_t> storage_speed(const ModelOptions& options, const std::string& speed);

}  // namespace nookc
