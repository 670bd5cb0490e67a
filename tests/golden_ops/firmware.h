// Many golden models in one program for an emulated board, with their inputs, outputs and intermediate
// tensors.
#pragma once
#include "nookc/core/files.h"
#include "nookc/target/target.h"
#include "tests/golden_ops/golden.h"

namespace golden {

struct Firmware {
  nookc::Files files;
  int models = 0, left_out = 0;  // left_out: undefined, refused, or too large for a board
  int next = 0;                  // index of the first model that is not included
  std::string wrong;             // empty: no fault
};

// At most `count` models: index `first`, then in steps of `step`. <name>_unit.c includes a model's generated
// code; table.c has their table as ../generated/board.h declares it.
Firmware firmware(const std::vector<Golden>& models, int first, int step, int count,
                  const nookc::Target& target);

}  // namespace golden
