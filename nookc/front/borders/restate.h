#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/import/input_facts.h"

namespace nookc {

// The .tflite whose inputs have the stated shapes and values; inputs with a value are gone. Without
// statements: a model whose recorded shapes contradict each other gets those that follow from its inputs,
// slices with computed bounds become other operators, and other models are returned unchanged. So are bytes
// that are not a model: the reader that opens them reports the fault. Diags of import_restated() and
// export_tflite(); N3010: shapes that do not fit; N3020: the model has variables with initial values, which a
// file can't express.
Result<std::vector<std::byte>> restate(std::vector<std::byte> bytes, const std::string& file,
                                       const InputFacts& facts);

}  // namespace nookc
