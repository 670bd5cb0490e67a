// Many golden models in one program for an emulated board, with their inputs, outputs and the tensors
// between.
#pragma once
#include "nookc/core/files.h"
#include "nookc/target/target.h"
#include "tests/golden_ops/golden.h"

namespace golden {

struct Firmware {
  nookc::Files files;
  int models = 0, left_out = 0;  // left out: undefined, refused, or too large for a board
  int next = 0;                  // number of the first model that is not in
  std::string wrong;             // empty: nothing
};

// At most `count` models, number `first` and each `step` behind it. <name>_unit.c includes what is generated
// for a model; table.c has the table of them, as ../generated/board.h wants it.
Firmware firmware(const std::vector<Golden>& models, int first, int step, int count,
                  const nookc::Target& target);

}  // namespace golden
