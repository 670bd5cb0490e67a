// One of the many ways to compile a model and to run the result.
#pragma once
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/compile/compile.h"
#include "tests/generated/choices.h"

namespace generated {

struct Variant {
  nookc::CompileOptions options;
  nookc::EmitOptions emit;
  bool checked = false;   // NOOK_CHECKED=1
  bool by_value = false;  // inputs and outputs in structs of arrays
  bool stored = false;    // has weights in storage, which may be too large for the staging
  bool wished = false;    // has pools or placements, which a model need not fit
  std::string text;       // as options of `nook compile`
};

// Everything at its simplest: no passes, whole tensors, everything in buffers of the application.
Variant plain();

// `graph`: the model before any pass. First choices are the defaults of `nook compile`.
Variant random_variant(Choices& choices, const nookc::Graph& graph);

}  // namespace generated
