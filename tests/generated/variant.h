// One way of the many to compile a model and to run what comes out.
#pragma once
#include <string>

#include "nookc/back/emit/emit.h"
#include "nookc/compile.h"
#include "tests/generated/choices.h"

namespace generated {

struct Variant {
  nookc::CompileOptions options;
  nookc::EmitOptions emit;
  bool checked = false;   // NOOK_CHECKED=1
  bool by_value = false;  // inputs and outputs in structs that hold them
  bool wished = false;    // pools or places, which a model need not fit into
  std::string text;       // as options of `nook compile`
};

// Everything at its simplest: no passes, whole tensors, everything in buffers of the application.
Variant plain();

// `graph`: what the model is before any pass. First choices are those of `nook compile` without options.
Variant random_variant(Choices& choices, const nookc::Graph& graph);

}  // namespace generated
