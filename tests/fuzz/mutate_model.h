// Mutations that usually keep a model valid, in order to reach the code after the verifier.
#pragma once
#include <cstddef>
#include <cstdint>

namespace fuzz {

// Changes the model in `data` (shapes, scales, zero points, options, edges, buffers, the order of operators)
// and writes it back. Returns its new size; 0, with `data` unchanged, if the bytes are not a model or the new
// one does not fit into `most`.
size_t mutate_model(uint8_t* data, size_t size, size_t most, unsigned seed);

}  // namespace fuzz
