// Weights in storage: the order of their reads, and their places in the staging.
#pragma once
#include "nookc/middle/lower/program.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// The operator that reads a chunk.
const Node& node_of(const Program& program, const WeightChunk& chunk);

// Makes a chunk of the large constants of each call, and takes them out of the program's constants, so this
// precedes its plan. Without a wish for a staging, nothing changes.
void store_weights(Program& program, const StagingWish& wish);

// Adds the staging to the pools of a placed program. Chunks begin at its start and end at its end in turns,
// so that one can be read while the other is in use; where both do not fit, the read waits for the call. A
// chunk that is too large for the staging makes it larger than the wish.
void plan_staging(Program& program, const StagingWish& wish);

}  // namespace nookc
