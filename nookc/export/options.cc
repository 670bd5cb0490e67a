#include "nookc/export/options.h"

#include <flatbuffers/flexbuffers.h>

#include <optional>

#include "nookc/ir/visit_attrs.h"

namespace nookc {
namespace {

namespace fb = nook::tflite;

fb::ActivationFunctionType activation(nook::Activation a) {
  return static_cast<fb::ActivationFunctionType>(a);
}

// Convolutions with explicit padding do not reach this point: export_tflite() splits them.
fb::Padding padding(const nook::Padding& p) {
  return p.mode == nook::PadMode::kSame ? fb::Padding_SAME : fb::Padding_VALID;
}

// The fields of Op::kOptions as the bytes of a map.
class MapWriter {
 public:
  explicit MapWriter(flexbuffers::Builder& to) : to_(to) {}
  void value(const char* name, const int32_t& member) { to_.Int(name, member); }
  void value(const char* name, const bool& member) { to_.Bool(name, member); }
  void value(const char* name, const float& member) { to_.Float(name, member); }

 private:
  flexbuffers::Builder& to_;
};

template <class A>
concept HasCustomOptions = requires {
  A::Op::kOptions;
};

// The format's numbers are one below DType's.
fb::TensorType tensor_type(nook::DType type) {
  return static_cast<fb::TensorType>(static_cast<int>(type) - 1);
}

// The type of a bias that the operator does not have.
fb::TensorType bias_type(nook::DType type) {
  return type == nook::DType::kS32 ? fb::TensorType_INT32 : fb::TensorType_FLOAT32;
}

// One overload for each kind of attributes; an operator with options but without an overload does not
// compile.
class Writer {
 public:
  Writer(flatbuffers::FlatBufferBuilder& to, const Graph& graph, const Node& node)
      : b_(to), graph_(graph), node_(node) {}

  template <class A>
  requires std::is_empty_v<A> Options operator()(const A&) { return {}; }
  template <class A>
  requires std::is_base_of_v < nook::ReductionOp<typename A::Op, A::Op::kCode>,
  typename A::Op > Options operator()(const A& a) {
    return {fb::BuiltinOptions_ReducerOptions, fb::CreateReducerOptions(b_, a.keep_dims).Union()};
  }
  template <HasCustomOptions A>
  Options operator()(const A& attrs) {
    flexbuffers::Builder map;
    map.Map([&] {
      MapWriter to(map);
      nook::visit_options<typename A::Op>(to, attrs);
    });
    map.Finish();
    return {{}, {}, map.GetBuffer()};
  }
  Options operator()(const nook::ArgMax::Attrs&) {
    return {fb::BuiltinOptions_ArgMaxOptions, fb::CreateArgMaxOptions(b_, fb::TensorType_INT32).Union()};
  }
  Options operator()(const nook::ArgMin::Attrs&) {
    return {fb::BuiltinOptions_ArgMinOptions, fb::CreateArgMinOptions(b_, fb::TensorType_INT32).Union()};
  }
  Options operator()(const nook::Pad::Attrs&) {
    return {fb::BuiltinOptions_PadOptions, fb::CreatePadOptions(b_).Union()};
  }
  Options operator()(const nook::Transpose::Attrs&) {
    return {fb::BuiltinOptions_TransposeOptions, fb::CreateTransposeOptions(b_).Union()};
  }
  Options operator()(const nook::Quantize::Attrs&) {
    return {fb::BuiltinOptions_QuantizeOptions, fb::CreateQuantizeOptions(b_).Union()};
  }
  Options operator()(const nook::Dequantize::Attrs&) {
    return {fb::BuiltinOptions_DequantizeOptions, fb::CreateDequantizeOptions(b_).Union()};
  }
  Options operator()(const nook::Add::Attrs& a) {
    return {fb::BuiltinOptions_AddOptions, fb::CreateAddOptions(b_, activation(a.activation)).Union()};
  }
  Options operator()(const nook::Sub::Attrs& a) {
    return {fb::BuiltinOptions_SubOptions, fb::CreateSubOptions(b_, activation(a.activation)).Union()};
  }
  Options operator()(const nook::Mul::Attrs& a) {
    return {fb::BuiltinOptions_MulOptions, fb::CreateMulOptions(b_, activation(a.activation)).Union()};
  }
  Options operator()(const nook::L2Normalization::Attrs& a) {
    return {fb::BuiltinOptions_L2NormOptions,
            fb::CreateL2NormOptions(b_, activation(a.fused_activation)).Union()};
  }
  Options operator()(const nook::Cumsum::Attrs& a) {
    return {fb::BuiltinOptions_CumsumOptions, fb::CreateCumsumOptions(b_, a.exclusive, a.reverse).Union()};
  }
  Options operator()(const nook::Div::Attrs& a) {
    return {fb::BuiltinOptions_DivOptions, fb::CreateDivOptions(b_, activation(a.activation)).Union()};
  }
  Options operator()(const nook::Softmax::Attrs& a) {
    return {fb::BuiltinOptions_SoftmaxOptions, fb::CreateSoftmaxOptions(b_, a.beta).Union()};
  }
  Options operator()(const nook::UnidirectionalSequenceLstm::Attrs& a) {
    return {fb::BuiltinOptions_UnidirectionalSequenceLSTMOptions,
            fb::CreateUnidirectionalSequenceLSTMOptions(b_, activation(a.fused_activation), a.cell_clip, 0,
                                                        a.time_major, a.asymmetric)
                .Union()};
  }
  Options operator()(const nook::Svdf::Attrs& a) {
    return {fb::BuiltinOptions_SVDFOptions,
            fb::CreateSVDFOptions(b_, a.rank, activation(a.fused_activation), a.asymmetric).Union()};
  }
  Options operator()(const nook::LeakyRelu::Attrs& a) {
    return {fb::BuiltinOptions_LeakyReluOptions, fb::CreateLeakyReluOptions(b_, a.alpha).Union()};
  }
  Options operator()(const nook::Cast::Attrs&) {
    return {fb::BuiltinOptions_CastOptions, fb::CreateCastOptions(b_, tensor_type(graph_[node_.in[0]].type),
                                                                  tensor_type(graph_[node_.out[0]].type))
                                                .Union()};
  }
  Options operator()(const nook::Concatenation::Attrs& a) {
    return {fb::BuiltinOptions_ConcatenationOptions,
            fb::CreateConcatenationOptions(b_, a.axis, activation(a.fused_activation)).Union()};
  }
  Options operator()(const nook::FullyConnected::Attrs& a) {
    return {fb::BuiltinOptions_FullyConnectedOptions,
            fb::CreateFullyConnectedOptions(b_, activation(a.activation),
                                            fb::FullyConnectedOptionsWeightsFormat_DEFAULT, a.keep_num_dims,
                                            a.asymmetric, bias_type(a.bias_type))
                .Union()};
  }
  Options operator()(const nook::Reshape::Attrs&) {
    const nook::Shape& shape = graph_[node_.out[0]].shape;
    const auto dims = b_.CreateVector(shape.dim, shape.rank);
    return {fb::BuiltinOptions_ReshapeOptions, fb::CreateReshapeOptions(b_, dims).Union()};
  }
  Options operator()(const nook::Pack::Attrs& a) {
    const int32_t inputs = static_cast<int32_t>(node_.in.size());
    return {fb::BuiltinOptions_PackOptions, fb::CreatePackOptions(b_, inputs, a.axis).Union()};
  }
  Options operator()(const nook::Unpack::Attrs& a) {
    const int32_t outputs = static_cast<int32_t>(node_.out.size());
    return {fb::BuiltinOptions_UnpackOptions, fb::CreateUnpackOptions(b_, outputs, a.axis).Union()};
  }
  Options operator()(const nook::Split::Attrs&) {
    return {fb::BuiltinOptions_SplitOptions, fb::CreateSplitOptions(b_, results()).Union()};
  }
  Options operator()(const nook::SplitV::Attrs&) {
    return {fb::BuiltinOptions_SplitVOptions, fb::CreateSplitVOptions(b_, results()).Union()};
  }
  Options operator()(const nook::Gather::Attrs& a) {
    return {fb::BuiltinOptions_GatherOptions, fb::CreateGatherOptions(b_, a.axis, a.batch_dims).Union()};
  }
  Options operator()(const nook::MirrorPad::Attrs& a) {
    const auto mode = a.symmetric ? fb::MirrorPadMode_SYMMETRIC : fb::MirrorPadMode_REFLECT;
    return {fb::BuiltinOptions_MirrorPadOptions, fb::CreateMirrorPadOptions(b_, mode).Union()};
  }
  Options operator()(const nook::ResizeNearestNeighbor::Attrs& a) {
    return {fb::BuiltinOptions_ResizeNearestNeighborOptions,
            fb::CreateResizeNearestNeighborOptions(b_, a.align_corners, a.half_pixel_centers).Union()};
  }
  Options operator()(const nook::ResizeBilinear::Attrs& a) {
    return {fb::BuiltinOptions_ResizeBilinearOptions,
            fb::CreateResizeBilinearOptions(b_, a.align_corners, a.half_pixel_centers).Union()};
  }
  Options operator()(const nook::Gelu::Attrs& a) {
    return {fb::BuiltinOptions_GeluOptions, fb::CreateGeluOptions(b_, a.approximate).Union()};
  }
  Options operator()(const nook::OneHot::Attrs& a) {
    return {fb::BuiltinOptions_OneHotOptions, fb::CreateOneHotOptions(b_, a.axis).Union()};
  }
  Options operator()(const nook::ReverseSequence::Attrs& a) {
    return {fb::BuiltinOptions_ReverseSequenceOptions,
            fb::CreateReverseSequenceOptions(b_, a.seq_dim, a.batch_dim).Union()};
  }
  Options operator()(const nook::BatchMatmul::Attrs& a) {
    return {fb::BuiltinOptions_BatchMatMulOptions,
            fb::CreateBatchMatMulOptions(b_, a.adj_x, a.adj_y).Union()};
  }
  Options operator()(const nook::SpaceToDepth::Attrs& a) {
    return {fb::BuiltinOptions_SpaceToDepthOptions, fb::CreateSpaceToDepthOptions(b_, a.block).Union()};
  }
  Options operator()(const nook::DepthToSpace::Attrs& a) {
    return {fb::BuiltinOptions_DepthToSpaceOptions, fb::CreateDepthToSpaceOptions(b_, a.block).Union()};
  }
  Options operator()(const nook::StridedSlice::Attrs& a) {
    const auto mask = [](uint32_t bits) { return static_cast<int32_t>(bits); };
    return {fb::BuiltinOptions_StridedSliceOptions,
            fb::CreateStridedSliceOptions(b_, mask(a.begin_mask), mask(a.end_mask), mask(a.ellipsis_mask),
                                          mask(a.new_axis_mask), mask(a.shrink_axis_mask), a.offset)
                .Union()};
  }
  Options operator()(const nook::AveragePool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::MaxPool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::L2Pool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::Conv2D::Attrs& a) {
    return {fb::BuiltinOptions_Conv2DOptions,
            fb::CreateConv2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h, activation(a.activation),
                                    a.dilation_w, a.dilation_h, bias_type(a.bias_type))
                .Union()};
  }
  Options operator()(const nook::DepthwiseConv2D::Attrs& a) {
    const int32_t channels = graph_[node_.in[0]].shape.back(0);
    const int32_t multiplier = channels > 0 ? graph_[node_.out[0]].shape.back(0) / channels : 0;
    return {fb::BuiltinOptions_DepthwiseConv2DOptions,
            fb::CreateDepthwiseConv2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h, multiplier,
                                             activation(a.activation), a.dilation_w, a.dilation_h)
                .Union()};
  }

  Options operator()(const nook::TransposeConv::Attrs& a) {
    return {fb::BuiltinOptions_TransposeConvOptions,
            fb::CreateTransposeConvOptions(b_, padding(a.padding), a.stride_w, a.stride_h,
                                           activation(a.activation))
                .Union()};
  }

 private:
  int32_t results() const { return static_cast<int32_t>(node_.out.size()); }

  template <class Attrs>
  Options pool(const Attrs& a) {
    return {fb::BuiltinOptions_Pool2DOptions,
            fb::CreatePool2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h, a.filter_w, a.filter_h,
                                    activation(a.activation))
                .Union()};
  }

  flatbuffers::FlatBufferBuilder& b_;
  const Graph& graph_;
  const Node& node_;
};

// Options that repeat what the node's tensors say. nook ignores them; other readers need them.
std::optional<Options> write_repeated(flatbuffers::FlatBufferBuilder& to, const Graph& graph,
                                      const Node& node) {
  const auto results = static_cast<int32_t>(node.out.size());
  switch (op_code(node)) {
    case nook::OpCode::kSplit:
      return Options{fb::BuiltinOptions_SplitOptions, fb::CreateSplitOptions(to, results).Union()};
    case nook::OpCode::kSplitV:
      return Options{fb::BuiltinOptions_SplitVOptions, fb::CreateSplitVOptions(to, results).Union()};
    case nook::OpCode::kShape:
      return Options{fb::BuiltinOptions_ShapeOptions,
                     fb::CreateShapeOptions(to, tensor_type(graph[node.out[0]].type)).Union()};
    default:
      return std::nullopt;
  }
}

}  // namespace

Options write_options(flatbuffers::FlatBufferBuilder& to, const Graph& graph, const Node& node) {
  if (const std::optional<Options> repeated = write_repeated(to, graph, node)) return *repeated;
  return visit_attrs(node.attrs, Writer(to, graph, node));
}

}  // namespace nookc
