// Lists the content of a .tflite, whether or not nook can run it.
#pragma once
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "nook/model/model.h"
#include "nookc/core/diag.h"

namespace nookc {

// The checked view of a model. Diag N3002: it is malformed, as in compile().
Result<nook::Model> open_model(std::span<const std::byte> bytes, const std::string& file);

// "CONV_2D", or "CUSTOM:name" for a custom operator.
std::string listed_name(const nook::OperatorView& op);

// {subgraph, index, name, version, inputs[], outputs[], input_types[], output_types[]} of one operator.
nlohmann::ordered_json operator_json(const nook::SubgraphView& subgraph, uint32_t subgraph_index,
                                     uint32_t index);
// {index, name, type, shape[], shape_signature[], bytes, constant, variable, quantization{}} of one tensor.
nlohmann::ordered_json tensor_json(const nook::Model& model, const nook::SubgraphView& subgraph,
                                   uint32_t index);

}  // namespace nookc
