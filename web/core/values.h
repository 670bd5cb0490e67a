// Tensors and their values as answers show them.
#pragma once
#include <vector>

#include "nookc/study/quantize/network.h"
#include "web/core/answers.h"

namespace nookc::web {

Json number_json(double value);          // null: infinite or NaN
Json tensor_json(const Tensor& tensor);  // {name type shape}
bool has_numbers(const Tensor& tensor);
Bytes bytes_of(const Run& run, const Tensor& tensor, TensorId id);
// {values[] min max mean}: the first values of a tensor, its extremes and its mean, as real numbers.
Json values_json(const Tensor& tensor, const Bytes& bytes);

// The outputs of run `k`, with their values, and the file run{k}_output{j}.bin of each.
Json outputs_json(const Run& run, const Graph& graph, size_t k, Files& files);

}  // namespace nookc::web
