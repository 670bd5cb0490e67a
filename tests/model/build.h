#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "schema_generated.h"
#include "tests/model/file.h"

// Small models, written by libflatbuffers.
namespace build {

namespace fb = nook::tflite;

template <class T>
File finish(flatbuffers::FlatBufferBuilder& b, flatbuffers::Offset<T> root) {
  b.Finish(root, fb::ModelIdentifier());
  return File(b.GetBufferPointer(), b.GetSize());
}

// One tensor, as the tests of tensor_info() vary it.
struct TensorSpec {
  fb::TensorType type = fb::TensorType_INT8;
  std::vector<int32_t> shape = {2, 3};
  std::vector<float> scales = {0.5f};
  std::vector<int64_t> zero_points = {-7};
  int32_t axis = 0;
  std::vector<uint8_t> data = {};  // empty: not a constant
  bool has_data_vector = false;
  bool sparse = false;
  bool otherwise_quantized = false;
  uint32_t external_buffer = 0;
};

inline File tensor_model(const TensorSpec& spec) {
  flatbuffers::FlatBufferBuilder b;
  const auto shape = b.CreateVector(spec.shape);
  flatbuffers::Offset<void> details;
  if (spec.otherwise_quantized) details = fb::CreateBlockwiseQuantization(b, 1, 1, 32).Union();
  const auto scales = b.CreateVector(spec.scales);
  const auto zeros = b.CreateVector(spec.zero_points);
  const auto kind =
      spec.otherwise_quantized ? fb::QuantizationDetails_BlockwiseQuantization : fb::QuantizationDetails_NONE;
  const auto quantization =
      fb::CreateQuantizationParameters(b, 0, 0, scales, zeros, kind, details, spec.axis);
  flatbuffers::Offset<fb::SparsityParameters> sparsity;
  if (spec.sparse) sparsity = fb::CreateSparsityParameters(b);
  const auto name = b.CreateString("x");
  const auto tensor = fb::CreateTensor(b, shape, spec.type, 1, name, quantization, false, sparsity, 0, false,
                                       0, spec.external_buffer);
  const auto graph = fb::CreateSubGraph(b, b.CreateVector(&tensor, 1));
  flatbuffers::Offset<flatbuffers::Vector<uint8_t>> bytes;
  if (!spec.data.empty() || spec.has_data_vector) {
    b.ForceVectorAlignment(spec.data.size(), 1, 16);
    bytes = b.CreateVector(spec.data);
  }
  const flatbuffers::Offset<fb::Buffer> buffers[] = {fb::CreateBuffer(b), fb::CreateBuffer(b, bytes)};
  return finish(b, fb::CreateModel(b, 3, 0, b.CreateVector(&graph, 1), 0, b.CreateVector(buffers, 2)));
}

// Every element of a model, once or twice, in about a kilobyte: ADD and a custom operator on four tensors.
// Each number with a range can be set out of range.
struct GraphSpec {
  uint32_t version = 3;
  int8_t deprecated_code = 0;
  fb::BuiltinOperator code = fb::BuiltinOperator_ADD;
  uint32_t opcode_index = 0;
  int32_t input = 1, output = 2, intermediate = 3;
  int32_t graph_input = 0, graph_output = 3;
  uint32_t tensor_buffer = 1;
  uint32_t metadata_buffer = 2;
  uint32_t signature_subgraph = 0;
  uint32_t signature_tensor = 3;
  uint64_t buffer_offset = 0, buffer_size = 0;
  uint64_t options_offset = 0, options_size = 0;
};

inline File graph_model(const GraphSpec& spec) {
  flatbuffers::FlatBufferBuilder b;
  std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
  for (const char* name : {"a", "b", "c", "d"}) {
    const std::vector<int32_t> shape = {1, 4}, signature = {-1, 4};
    const auto quantization = fb::CreateQuantizationParametersDirect(b, nullptr, nullptr, nullptr, nullptr);
    const bool constant = *name == 'b';
    tensors.push_back(fb::CreateTensorDirect(b, &shape, fb::TensorType_INT8,
                                             constant ? spec.tensor_buffer : 0, name, quantization, false, 0,
                                             &signature));
  }
  const std::vector<int32_t> in = {0, spec.input, -1}, out = {spec.output}, between = {spec.intermediate};
  const auto add = fb::CreateAddOptions(b, fb::ActivationFunctionType_RELU, false);
  const std::vector<uint8_t> custom = {1, 2, 3, 4, 5};
  const flatbuffers::Offset<fb::Operator> operators[] = {
      fb::CreateOperatorDirect(b, spec.opcode_index, &in, &out, fb::BuiltinOptions_AddOptions, add.Union(),
                               nullptr, fb::CustomOptionsFormat_FLEXBUFFERS, nullptr, &between),
      fb::CreateOperatorDirect(b, 1, &out, &between, fb::BuiltinOptions_NONE, 0,
                               spec.options_offset ? nullptr : &custom, fb::CustomOptionsFormat_FLEXBUFFERS,
                               nullptr, nullptr, spec.options_offset, spec.options_size)};
  const std::vector<int32_t> inputs = {spec.graph_input}, outputs = {spec.graph_output};
  const auto graph =
      fb::CreateSubGraph(b, b.CreateVector(tensors), b.CreateVector(inputs), b.CreateVector(outputs),
                         b.CreateVector(operators, 2), b.CreateString("main"));
  const std::vector<uint8_t> weights = {1, 2, 3, 4}, note = {9, 8, 7};
  const flatbuffers::Offset<fb::Buffer> buffers[] = {
      fb::CreateBuffer(b, 0, spec.buffer_offset, spec.buffer_size), fb::CreateBufferDirect(b, &weights),
      fb::CreateBufferDirect(b, &note)};
  const flatbuffers::Offset<fb::OperatorCode> codes[] = {
      fb::CreateOperatorCode(b, spec.deprecated_code, 0, 2, spec.code),
      fb::CreateOperatorCodeDirect(b, fb::BuiltinOperator_CUSTOM, "ours", 1, fb::BuiltinOperator_CUSTOM)};
  const auto metadata = fb::CreateMetadataDirect(b, "note", spec.metadata_buffer);
  const std::vector<flatbuffers::Offset<fb::TensorMap>> from = {fb::CreateTensorMapDirect(b, "audio", 0)};
  const std::vector<flatbuffers::Offset<fb::TensorMap>> to = {
      fb::CreateTensorMapDirect(b, "scores", spec.signature_tensor)};
  const auto signature = fb::CreateSignatureDefDirect(b, &from, &to, "serve", spec.signature_subgraph);
  return finish(b, fb::CreateModel(b, spec.version, b.CreateVector(codes, 2), b.CreateVector(&graph, 1),
                                   b.CreateString("everything"), b.CreateVector(buffers, 3), 0,
                                   b.CreateVector(&metadata, 1), b.CreateVector(&signature, 1)));
}

}  // namespace build
