// A zero-copy view of a .tflite that may be hostile.
//
//   const Result<Model> model = Model::open(file);  // checks the whole structure, once
//   const OperatorView op = model->subgraph(0).op(3);
//   const int32_t stride = op.options()[fields::Conv2DOptions::stride_h];
//
// All views borrow the file, which must not move, and are cheap to copy. For a file that open() has accepted:
//   - every table, vector and string that these views return is inside the file, at a multiple of 4;
//   - every index is in range: an operator's code, a tensor's buffer, the tensors of operators and graphs,
//     where -1 stands for an omitted optional tensor;
//   - reading everything through these views, once per reference to it, reads at most 4
//     bytes for each byte of the file. (A buffer is read once: several tensors may give its number.)
// tensor_info() checks the meaning of a tensor, prepare() the meaning of an operator.
//
// Indices given to these functions must be below the matching count. Code on a Cortex-M4 (gcc 12 -Os, bytes):
// open() 2350, read_tensor() 810, tensor_info() 220 more, all other functions together 750.
#pragma once
#include "nook/core/span.h"
#include "nook/core/status.h"
#include "nook/core/tensor.h"
#include "nook/model/fault.h"
#include "nook/model/fields.h"
#include "nook/model/sound.h"

namespace nook {

// Tensor numbers; -1: an omitted optional tensor.
using IndexList = Vector<int32_t>;

class TensorView {
 public:
  constexpr TensorView() = default;
  constexpr explicit TensorView(const SoundTable& table) : table_(table) {}

  Span<const char> name() const { return table_[fields::Tensor::name].span(); }
  // For types newer than DType: their number in the format plus one, as for all others.
  DType type() const { return static_cast<DType>(table_[fields::Tensor::type] + 1); }
  Vector<int32_t> shape() const { return table_[fields::Tensor::shape]; }
  Vector<int32_t> shape_signature() const { return table_[fields::Tensor::shape_signature]; }
  [[gnu::always_inline]] uint32_t buffer() const { return table_[fields::Tensor::buffer]; }
  bool variable() const { return table_[fields::Tensor::is_variable]; }
  bool sparse() const { return table_.has(fields::Tensor::sparsity); }
  bool external() const { return table_[fields::Tensor::external_buffer] != 0; }

  Span<const float> scales() const { return quantization()[fields::QuantizationParameters::scale].span(); }
  Vector<int64_t> zero_points() const { return quantization()[fields::QuantizationParameters::zero_point]; }
  int32_t quantized_dimension() const {
    return quantization()[fields::QuantizationParameters::quantized_dimension];
  }
  // Whether the tensor is quantized in a way other than scales and zero points.
  bool quantized_otherwise() const {
    return quantization()[fields::QuantizationParameters::details_type] != 0;
  }

  constexpr const SoundTable& table() const { return table_; }

  // Empty if the tensor has none. The four functions above look it up on each call.
  SoundTable quantization() const { return table_[fields::Tensor::quantization]; }

 private:
  SoundTable table_;
};

class OperatorView {
 public:
  constexpr OperatorView() = default;
  constexpr OperatorView(Span<const uint8_t> file, const SoundTable& table, const SoundTables& codes)
      : file_(file), table_(table), codes_(codes) {}

  // BuiltinOperator of the format; never negative, but possibly a number newer than this version of nook.
  int32_t code() const;
  int32_t version() const { return kind()[fields::OperatorCode::version]; }
  Span<const char> custom_code() const { return kind()[fields::OperatorCode::custom_code].span(); }

  IndexList inputs() const { return table_[fields::Operator::inputs]; }
  IndexList outputs() const { return table_[fields::Operator::outputs]; }
  IndexList intermediates() const { return table_[fields::Operator::intermediates]; }

  // Empty if there are none. options_type(), the member of BuiltinOptions, is not compared with code(); the
  // table's content is checked when it is read.
  Table options() const;
  uint8_t options_type() const { return table_[fields::Operator::builtin_options_type]; }
  Span<const uint8_t> custom_options() const;

 private:
  SoundTable kind() const { return codes_[table_[fields::Operator::opcode_index]]; }

  Span<const uint8_t> file_;
  SoundTable table_;
  SoundTables codes_;
};

class SubgraphView {
 public:
  constexpr SubgraphView() = default;
  SubgraphView(Span<const uint8_t> file, const SoundTable& table, const SoundTables& codes)
      : file_(file),
        table_(table),
        codes_(codes),
        tensors_(table[fields::SubGraph::tensors]),
        operators_(table[fields::SubGraph::operators]) {}

  Span<const char> name() const { return table_[fields::SubGraph::name].span(); }
  uint32_t tensor_count() const { return tensors_.size(); }
  [[gnu::always_inline]] TensorView tensor(uint32_t i) const { return TensorView(tensors_[i]); }
  uint32_t operator_count() const { return operators_.size(); }
  // In the order of execution.
  OperatorView op(uint32_t i) const { return OperatorView(file_, operators_[i], codes_); }
  IndexList inputs() const { return table_[fields::SubGraph::inputs]; }
  IndexList outputs() const { return table_[fields::SubGraph::outputs]; }

 private:
  Span<const uint8_t> file_;
  SoundTable table_;
  SoundTables codes_, tensors_, operators_;
};

// Names that an exporter gave to inputs and outputs of a subgraph.
class SignatureView {
 public:
  explicit SignatureView(const SoundTable& table)
      : table_(table),
        inputs_(table[fields::SignatureDef::inputs]),
        outputs_(table[fields::SignatureDef::outputs]) {}

  Span<const char> key() const { return table_[fields::SignatureDef::signature_key].span(); }
  uint32_t subgraph() const { return table_[fields::SignatureDef::subgraph_index]; }
  uint32_t input_count() const { return inputs_.size(); }
  Span<const char> input_name(uint32_t i) const { return inputs_[i][fields::TensorMap::name].span(); }
  uint32_t input_tensor(uint32_t i) const { return inputs_[i][fields::TensorMap::tensor_index]; }
  uint32_t output_count() const { return outputs_.size(); }
  Span<const char> output_name(uint32_t i) const { return outputs_[i][fields::TensorMap::name].span(); }
  uint32_t output_tensor(uint32_t i) const { return outputs_[i][fields::TensorMap::tensor_index]; }

 private:
  SoundTable table_;
  SoundTables inputs_, outputs_;
};

// When nook converts an ONNX model, it starts the description with this word. nook computes the floats of
// such a model as IEEE 754 says; for other models it clamps them to the largest float, as TensorFlow Lite
// does.
inline constexpr char kFromOnnx[] = "ONNX";

class Model {
 public:
  constexpr Model() = default;

  // kMisaligned: `file` does not start at a multiple of 4. kUnsupported: a schema other than version 3.
  // kBadModel: anything else that is wrong; `fault`, when given, says what and where. Linear in the file's
  // size.
  static Result<Model> open(Span<const uint8_t> file, ModelFault* fault = nullptr);

  // Skips the checks: returns the view of a file that open() accepted, here or on the host that linked it. In
  // any other file, indices may lead out of bounds.
  static Model trusted(Span<const uint8_t> file);
  Span<const uint8_t> file() const { return file_; }

  Span<const char> description() const { return root_[fields::Model::description].span(); }
  // Whether the description begins with kFromOnnx.
  bool from_onnx() const;

  uint32_t subgraph_count() const { return root_[fields::Model::subgraphs].size(); }
  SubgraphView subgraph(uint32_t i) const;

  // Starts at a multiple of 4. The pointer is null if the file has no such vector, not even an empty one.
  uint32_t buffer_count() const { return buffers_.size(); }
  Span<const uint8_t> buffer(uint32_t i) const;

  uint32_t metadata_count() const { return root_[fields::Model::metadata].size(); }
  Span<const char> metadata_name(uint32_t i) const;
  Span<const uint8_t> metadata(uint32_t i) const;
  // The first metadata of this name, or empty.
  Span<const uint8_t> metadata(const char* name) const;

  uint32_t signature_count() const { return root_[fields::Model::signature_defs].size(); }
  SignatureView signature(uint32_t i) const { return SignatureView(root_[fields::Model::signature_defs][i]); }

 private:
  Model(Span<const uint8_t> file, const SoundTable& root)
      : file_(file), root_(root), buffers_(root[fields::Model::buffers]) {}

  Span<const uint8_t> file_;
  SoundTable root_;
  SoundTables buffers_;
};

// Type, shape, quantization and constant bytes of a tensor, or why nook can't use it. On success:
//   - the type has a size (int4: half a byte); no dimension is negative; neither the bytes nor any product of
//     dimensions, ignoring zeros, exceeds an int32_t;
//   - a constant has exactly the bytes of its shape;
//   - if there are scales, they are finite and above 0, the type is an integer, and all channels have
//     the same zero point, which is in the range of that type. Scales of tensors of other types are ignored;
//   - if there are several scales: one per element of dimension channel_axis (for rank 1, the only
//     dimension).
Result<TensorInfo> tensor_info(const Model& model, const TensorView& tensor, ModelFault* fault = nullptr);

// Like tensor_info(), but writes to memory that may be uninitialized; dimensions beyond the rank are not
// written. False: `fault` says why; otherwise `fault` is not written. With Fault::kSparse, `info` has all
// but the data.
bool read_tensor(const Model& model, const TensorView& tensor, TensorInfo* info, ModelFault* fault);

}  // namespace nook
