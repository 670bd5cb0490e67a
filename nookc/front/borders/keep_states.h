// Networks that are one step of a stream, and take their state as an input and return it as an output:
//
//   x, h0 -> LSTM -> y, hn      with h0=hn      x -> LSTM -> y; h0 is a variable tensor that hn is copied to
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// The output that is the next value of a state, by the name of the input that is its value.
using StateNames = std::map<std::string, std::string>;

// The .tflite whose stated inputs are variable tensors, zeros before the first run; at the end of a run they
// get the values of their outputs. These outputs are gone, unless no other would be left. Without statements,
// and for bytes that are not a model, the bytes are returned unchanged. Diags of import_tflite() and
// export_tflite(); N2056: no such input or output, or they can't be one state; N3020: the model has variables
// with initial values, which a file can't express.
Result<std::vector<std::byte>> keep_states(std::vector<std::byte> bytes, const std::string& file,
                                           const StateNames& states);

}  // namespace nookc
