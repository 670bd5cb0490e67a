#pragma once
#include "nookc/compile/within.h"
#include "nookc/request/request.h"

namespace nookc {

// compile_model() with a budget of RAM: "64KiB"; empty: none. Diags N2004: it is not a size; N2100: another
// option weighs time against RAM; and as compile_within().
Result<CompiledModel> compile_model_within(ModelBytes model, const Request& request,
                                           const Provenance& provenance, const Dump& dump,
                                           const std::string& ram, InBudget* facts);

}  // namespace nookc
