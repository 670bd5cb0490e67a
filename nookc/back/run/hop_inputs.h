// Inputs of many frames, for a program that takes a hop of new frames at a time.
#pragma once
#include <filesystem>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// Cuts each run{k}_input{i}.bin of a folder, with frames of any number of hops, into files of one hop in
// another folder: the hops of run 0, then the hops of run 1. Returns the number of hops. Diag N4008: there
// are no inputs, or a file has another size; Diags of read_file() and write_files().
Result<int> cut_into_hops(const Program& program, const std::filesystem::path& from,
                          const std::filesystem::path& to);

// Likewise for files of one whole window each: every window takes program.hop.full() hops. If they have more
// frames than the window, zeros come before its frames.
Result<int> cut_windows(const Program& program, const std::filesystem::path& from,
                        const std::filesystem::path& to);

}  // namespace nookc
