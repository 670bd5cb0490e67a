#pragma once
#include <cstdint>

#include "nook/model/model.h"

// Reads all facts that the views of a model provide, as often as the model refers to them.
class Walk {
 public:
  explicit Walk(const nook::Model& model) : model_(model) {
    all(model.description());
    for (uint32_t i = 0; i < model.buffer_count(); ++i) all(model.buffer(i));
    for (uint32_t i = 0; i < model.subgraph_count(); ++i) subgraph(model.subgraph(i));
    for (uint32_t i = 0; i < model.metadata_count(); ++i) {
      all(model.metadata_name(i));
      sum_ += model.metadata(i).size();
    }
    for (uint32_t i = 0; i < model.signature_count(); ++i) signature(model.signature(i));
  }

  // Bytes of vectors and strings that were read, excluding those read again through a buffer's number.
  uint64_t bytes() const { return bytes_; }
  // Depends on every byte read, so that no read is optimized away.
  uint64_t sum() const { return sum_; }

 private:
  template <class T>
  void all(nook::Span<const T> elements) {
    for (const T& element : elements) {
      uint8_t bytes[sizeof(T)];
      __builtin_memcpy(bytes, &element, sizeof(T));
      for (const uint8_t byte : bytes) sum_ = sum_ * 31 + byte;
    }
    bytes_ += elements.size() * sizeof(T);
  }
  template <class T>
  void all(const nook::Vector<T>& elements) {
    for (uint32_t i = 0; i < elements.size(); ++i) sum_ = sum_ * 31 + static_cast<uint64_t>(elements[i]);
    bytes_ += uint64_t{elements.size()} * sizeof(T);
  }
  template <class First, class Second, class... Others>
  void all(const First& first, const Second& second, const Others&... others) {
    all(first), all(second, others...);
  }

  void subgraph(const nook::SubgraphView& graph) {
    all(graph.name(), graph.inputs(), graph.outputs());
    for (uint32_t i = 0; i < graph.tensor_count(); ++i) tensor(graph.tensor(i));
    for (uint32_t i = 0; i < graph.operator_count(); ++i) operation(graph.op(i));
  }

  void tensor(const nook::TensorView& view) {
    all(view.name(), view.shape(), view.shape_signature(), view.scales(), view.zero_points());
    sum_ += static_cast<uint64_t>(view.type()) + view.buffer() + view.variable() + view.sparse() +
            view.external() + static_cast<uint64_t>(view.quantized_dimension()) + view.quantized_otherwise();
    sum_ += model_.buffer(view.buffer()).size();
    const nook::Result<nook::TensorInfo> info = nook::tensor_info(model_, view);
    if (!info) return;
    sum_ += static_cast<uint64_t>(info->shape.elements());
    if (info->data && model_.buffer(view.buffer()).size() > 0)
      sum_ += *static_cast<const uint8_t*>(info->data);
  }

  void operation(const nook::OperatorView& op) {
    all(op.custom_code(), op.inputs(), op.outputs(), op.intermediates(), op.custom_options());
    sum_ += static_cast<uint64_t>(op.code()) + static_cast<uint64_t>(op.version()) + op.options_type();
    const nook::Table options = op.options();
    // Treats the options as any table: reads every slot as every kind of scalar.
    for (uint16_t slot = 0; slot < 16; ++slot) {
      sum_ += options[nook::Field<uint8_t>{slot, 1}] + options[nook::Field<bool>{slot, true}] +
              options[nook::Field<uint32_t>{slot, 1}] + options[nook::Field<uint64_t>{slot, 1}];
    }
    sum_ += options[nook::fields::ReshapeOptions::new_shape].size();
  }

  void signature(const nook::SignatureView& view) {
    all(view.key());
    sum_ += model_.subgraph(view.subgraph()).tensor_count();
    for (uint32_t i = 0; i < view.input_count(); ++i) {
      all(view.input_name(i));
      sum_ += view.input_tensor(i);
    }
    for (uint32_t i = 0; i < view.output_count(); ++i) {
      all(view.output_name(i));
      sum_ += view.output_tensor(i);
    }
  }

  const nook::Model& model_;
  uint64_t bytes_ = 0, sum_ = 0;
};
