#include "tests/model/cross_check.h"

#include <algorithm>
#include <cstring>

#include "nook/model/model.h"
#include "schema_generated.h"

namespace {

namespace fb = nook::tflite;

// Not with Get(): it reads 64-bit elements aligned to 4 bytes as if they were aligned to 8.
template <class T>
bool same(const nook::Vector<T>& ours, const flatbuffers::Vector<T>* theirs) {
  if (ours.size() != (theirs ? theirs->size() : 0)) return false;
  for (uint32_t i = 0; i < ours.size(); ++i) {
    T element;
    memcpy(&element, theirs->Data() + i * sizeof(T), sizeof(T));
    if (ours[i] != element) return false;
  }
  return true;
}

// Compares bits: a hostile file's floats may be NaNs.
template <class T>
bool same(nook::Span<const T> ours, const flatbuffers::Vector<T>* theirs) {
  if (ours.size() != (theirs ? theirs->size() : 0)) return false;
  return ours.empty() || memcmp(ours.data(), theirs->Data(), ours.size() * sizeof(T)) == 0;
}

bool same(nook::Span<const char> ours, const flatbuffers::String* theirs) {
  if (ours.size() != (theirs ? theirs->size() : 0)) return false;
  return ours.empty() || memcmp(ours.data(), theirs->data(), ours.size()) == 0;
}

template <class T>
uint32_t size_of(const flatbuffers::Vector<T>* vector) {
  return vector ? vector->size() : 0;
}

#define SAME(ours, theirs) \
  if (!same(ours, theirs)) return at + ": " #ours " differs"
#define EQUAL(ours, theirs) \
  if ((ours) != (theirs)) return at + ": " #ours " differs"

std::string compare(const nook::TensorView& view, const fb::Tensor& t, const std::string& at) {
  SAME(view.name(), t.name());
  SAME(view.shape(), t.shape());
  SAME(view.shape_signature(), t.shape_signature());
  EQUAL(static_cast<uint8_t>(static_cast<uint8_t>(view.type()) - 1), static_cast<uint8_t>(t.type()));
  EQUAL(view.buffer(), t.buffer());
  EQUAL(view.variable(), t.is_variable());
  EQUAL(view.sparse(), t.sparsity() != nullptr);
  EQUAL(view.external(), t.external_buffer() != 0);
  const fb::QuantizationParameters* q = t.quantization();
  SAME(view.scales(), q ? q->scale() : nullptr);
  SAME(view.zero_points(), q ? q->zero_point() : nullptr);
  EQUAL(view.quantized_dimension(), q ? q->quantized_dimension() : 0);
  EQUAL(view.quantized_otherwise(), q && q->details_type() != fb::QuantizationDetails_NONE);
  return {};
}

// Compares the fields that both readers read as Conv2DOptions, even if the file has other options.
std::string compare(const nook::Table& ours, const fb::Conv2DOptions& theirs, const std::string& at) {
  namespace field = nook::fields::Conv2DOptions;
  EQUAL(ours[field::padding], static_cast<uint8_t>(theirs.padding()));
  EQUAL(ours[field::stride_w], theirs.stride_w());
  EQUAL(ours[field::stride_h], theirs.stride_h());
  EQUAL(ours[field::fused_activation_function], static_cast<uint8_t>(theirs.fused_activation_function()));
  EQUAL(ours[field::dilation_w_factor], theirs.dilation_w_factor());
  EQUAL(ours[field::dilation_h_factor], theirs.dilation_h_factor());
  return {};
}

std::string compare(const nook::Table& ours, const fb::StridedSliceOptions& theirs, const std::string& at) {
  namespace field = nook::fields::StridedSliceOptions;
  EQUAL(ours[field::begin_mask], theirs.begin_mask());
  EQUAL(ours[field::end_mask], theirs.end_mask());
  EQUAL(ours[field::ellipsis_mask], theirs.ellipsis_mask());
  EQUAL(ours[field::new_axis_mask], theirs.new_axis_mask());
  EQUAL(ours[field::shrink_axis_mask], theirs.shrink_axis_mask());
  EQUAL(ours[field::offset], theirs.offset());
  return {};
}

std::string compare(const nook::Table& ours, const fb::ReshapeOptions& theirs, const std::string& at) {
  SAME(ours[nook::fields::ReshapeOptions::new_shape], theirs.new_shape());
  return {};
}

std::string compare(const nook::Table& ours, const fb::AddOptions& theirs, const std::string& at) {
  EQUAL(ours[nook::fields::AddOptions::pot_scale_int16], theirs.pot_scale_int16());
  return {};
}

std::string compare(const nook::Table& ours, const fb::SoftmaxOptions& theirs, const std::string& at) {
  const float mine = ours[nook::fields::SoftmaxOptions::beta], other = theirs.beta();
  EQUAL(memcmp(&mine, &other, sizeof mine), 0);
  return {};
}

std::string compare_options(const nook::Table& ours, const fb::Operator& theirs, const std::string& at) {
  const std::string in = at + " options";
  if (theirs.builtin_options() == nullptr) return {};
  if (const auto* o = theirs.builtin_options_as_Conv2DOptions()) return compare(ours, *o, in);
  if (const auto* o = theirs.builtin_options_as_StridedSliceOptions()) return compare(ours, *o, in);
  if (const auto* o = theirs.builtin_options_as_ReshapeOptions()) return compare(ours, *o, in);
  if (const auto* o = theirs.builtin_options_as_AddOptions()) return compare(ours, *o, in);
  if (const auto* o = theirs.builtin_options_as_SoftmaxOptions()) return compare(ours, *o, in);
  return {};
}

std::string compare(const nook::OperatorView& view, const fb::Operator& t, const fb::OperatorCode& code,
                    const std::string& at) {
  EQUAL(view.code(),
        std::max<int32_t>(code.deprecated_builtin_code(), static_cast<int32_t>(code.builtin_code())));
  EQUAL(view.version(), code.version());
  SAME(view.custom_code(), code.custom_code());
  SAME(view.inputs(), t.inputs());
  SAME(view.outputs(), t.outputs());
  SAME(view.intermediates(), t.intermediates());
  EQUAL(view.options_type(), static_cast<uint8_t>(t.builtin_options_type()));
  EQUAL(view.options().empty(), t.builtin_options() == nullptr);
  if (t.large_custom_options_offset() <= 1) SAME(view.custom_options(), t.custom_options());
  return compare_options(view.options(), t, at);
}

std::string compare(const nook::SubgraphView& view, const fb::SubGraph& graph, const fb::Model& model,
                    const std::string& at) {
  SAME(view.name(), graph.name());
  SAME(view.inputs(), graph.inputs());
  SAME(view.outputs(), graph.outputs());
  EQUAL(view.tensor_count(), size_of(graph.tensors()));
  EQUAL(view.operator_count(), size_of(graph.operators()));
  std::string found;
  for (uint32_t i = 0; i < view.tensor_count() && found.empty(); ++i)
    found = compare(view.tensor(i), *graph.tensors()->Get(i), at + " tensor " + std::to_string(i));
  for (uint32_t i = 0; i < view.operator_count() && found.empty(); ++i) {
    const fb::Operator& op = *graph.operators()->Get(i);
    found = compare(view.op(i), op, *model.operator_codes()->Get(op.opcode_index()),
                    at + " operator " + std::to_string(i));
  }
  return found;
}

using Maps = flatbuffers::Vector<flatbuffers::Offset<fb::TensorMap>>;

std::string compare(const nook::SignatureView& view, const fb::SignatureDef& signature,
                    const std::string& at) {
  SAME(view.key(), signature.signature_key());
  EQUAL(view.subgraph(), signature.subgraph_index());
  const Maps *inputs = signature.inputs(), *outputs = signature.outputs();
  EQUAL(view.input_count(), size_of(inputs));
  EQUAL(view.output_count(), size_of(outputs));
  for (uint32_t i = 0; i < view.input_count(); ++i) {
    SAME(view.input_name(i), inputs->Get(i)->name());
    EQUAL(view.input_tensor(i), inputs->Get(i)->tensor_index());
  }
  for (uint32_t i = 0; i < view.output_count(); ++i) {
    SAME(view.output_name(i), outputs->Get(i)->name());
    EQUAL(view.output_tensor(i), outputs->Get(i)->tensor_index());
  }
  return {};
}

std::string compare(const nook::Model& view, const fb::Model& model) {
  std::string at = "model";
  SAME(view.description(), model.description());
  EQUAL(view.buffer_count(), size_of(model.buffers()));
  EQUAL(view.subgraph_count(), size_of(model.subgraphs()));
  EQUAL(view.metadata_count(), size_of(model.metadata()));
  EQUAL(view.signature_count(), size_of(model.signature_defs()));
  for (uint32_t i = 0; i < view.buffer_count(); ++i) {
    at = "buffer " + std::to_string(i);
    if (model.buffers()->Get(i)->offset() <= 1) SAME(view.buffer(i), model.buffers()->Get(i)->data());
  }
  for (uint32_t i = 0; i < view.metadata_count(); ++i) {
    at = "metadata " + std::to_string(i);
    SAME(view.metadata_name(i), model.metadata()->Get(i)->name());
    EQUAL(view.metadata(i).data(), view.buffer(model.metadata()->Get(i)->buffer()).data());
  }
  std::string found;
  for (uint32_t i = 0; i < view.subgraph_count() && found.empty(); ++i)
    found = compare(view.subgraph(i), *model.subgraphs()->Get(i), model, "subgraph " + std::to_string(i));
  for (uint32_t i = 0; i < view.signature_count() && found.empty(); ++i)
    found = compare(view.signature(i), *model.signature_defs()->Get(i), "signature " + std::to_string(i));
  return found;
}

}  // namespace

bool flatbuffers_accepts(nook::Span<const uint8_t> file) {
  flatbuffers::Verifier verifier(file.data(), file.size());
  return fb::VerifyModelBuffer(verifier);
}

std::string first_difference(nook::Span<const uint8_t> file) {
  const nook::Result<nook::Model> ours = nook::Model::open(file);
  if (!ours) return "open() refuses the file";
  return compare(*ours, *fb::GetModel(file.data()));
}
