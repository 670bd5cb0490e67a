// The signatures of a model as networks of one program.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/emit/together.h"
#include "nookc/cli/model_options.h"

namespace nookc {

// A network for each signature.
struct Signatures {
  std::string name;
  std::vector<std::string> keys;
  std::vector<CompiledModel> models;
  std::vector<std::string> variables;  // that several of them share
  int64_t saved = 0;                   // bytes of constants that serve several of them

  std::vector<CompiledNetwork> networks();
};

// N2054 for --all-signatures.
Diag refused_signatures(const std::string& what, const std::string& hint);

// Compiles each signature with regard to the others: equal constants are stored once, also where each would
// pack them in its own way; variables that several name are one; pools have room for all of them, one run at
// a time. Diags as compile_model(); N2054: the model has no two signatures, or they name different variables
// alike; N1001: a pool is too small.
Result<Signatures> compile_together(const ModelOptions& model, bool events, const PackageFacts& facts,
                                    const Provenance& provenance);

}  // namespace nookc
