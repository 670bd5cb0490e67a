#include "nookc/front/export/options.h"

#include <flatbuffers/flexbuffers.h>

#include <optional>

#include "nookc/graph/visit_attrs.h"

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

// The type of the bias if the operator has none.
fb::TensorType bias_type(nook::DType type) {
  return type == nook::DType::kS32 ? fb::TensorType_INT32 : fb::TensorType_FLOAT32;
}

// One overload per kind of attributes; an operator with options but without an overload does not compile.
template <class Table>
Options of(flatbuffers::Offset<Table> table) {
  return {fb::BuiltinOptionsTraits<Table>::enum_value, table.Union()};
}

class Writer {
 public:
  Writer(flatbuffers::FlatBufferBuilder& to, const Graph& graph, const Node& node)
      : b_(to), graph_(graph), node_(node) {}

  template <class A>
  requires std::is_empty_v<A> Options operator()(const A&) { return {}; }
  template <class A>
  requires std::is_base_of_v < nook::ReductionOp<typename A::Op, A::Op::kCode>,
  typename A::Op > Options operator()(const A& a) { return of(fb::CreateReducerOptions(b_, a.keep_dims)); }
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
    return of(fb::CreateArgMaxOptions(b_, fb::TensorType_INT32));
  }
  Options operator()(const nook::ArgMin::Attrs&) {
    return of(fb::CreateArgMinOptions(b_, fb::TensorType_INT32));
  }
  Options operator()(const nook::Pad::Attrs&) { return of(fb::CreatePadOptions(b_)); }
  Options operator()(const nook::Transpose::Attrs&) { return of(fb::CreateTransposeOptions(b_)); }
  Options operator()(const nook::Quantize::Attrs&) { return of(fb::CreateQuantizeOptions(b_)); }
  Options operator()(const nook::Dequantize::Attrs&) { return of(fb::CreateDequantizeOptions(b_)); }
  Options operator()(const nook::Add::Attrs& a) {
    return of(fb::CreateAddOptions(b_, activation(a.activation), !wide()));
  }
  Options operator()(const nook::Sub::Attrs& a) {
    return of(fb::CreateSubOptions(b_, activation(a.activation), !wide()));
  }
  Options operator()(const nook::Mul::Attrs& a) {
    return of(fb::CreateMulOptions(b_, activation(a.activation)));
  }
  Options operator()(const nook::L2Normalization::Attrs& a) {
    return of(fb::CreateL2NormOptions(b_, activation(a.fused_activation)));
  }
  Options operator()(const nook::Cumsum::Attrs& a) {
    return of(fb::CreateCumsumOptions(b_, a.exclusive, a.reverse));
  }
  Options operator()(const nook::Div::Attrs& a) {
    return of(fb::CreateDivOptions(b_, activation(a.activation)));
  }
  Options operator()(const nook::Softmax::Attrs& a) { return of(fb::CreateSoftmaxOptions(b_, a.beta)); }
  Options operator()(const nook::UnidirectionalSequenceLstm::Attrs& a) {
    return of(fb::CreateUnidirectionalSequenceLSTMOptions(b_, activation(a.fused_activation), a.cell_clip, 0,
                                                          a.time_major, a.asymmetric));
  }
  Options operator()(const nook::Svdf::Attrs& a) {
    return of(fb::CreateSVDFOptions(b_, a.rank, activation(a.fused_activation), a.asymmetric));
  }
  Options operator()(const nook::FakeQuant::Attrs& a) {
    return of(fb::CreateFakeQuantOptions(b_, a.min, a.max, a.num_bits, a.narrow_range));
  }
  Options operator()(const nook::LeakyRelu::Attrs& a) { return of(fb::CreateLeakyReluOptions(b_, a.alpha)); }
  Options operator()(const nook::Cast::Attrs&) {
    return of(fb::CreateCastOptions(b_, tensor_type(graph_[node_.in[0]].type),
                                    tensor_type(graph_[node_.out[0]].type)));
  }
  Options operator()(const nook::Concatenation::Attrs& a) {
    return of(fb::CreateConcatenationOptions(b_, a.axis, activation(a.fused_activation)));
  }
  Options operator()(const nook::FullyConnected::Attrs& a) {
    return of(fb::CreateFullyConnectedOptions(b_, activation(a.activation),
                                              fb::FullyConnectedOptionsWeightsFormat_DEFAULT, a.keep_num_dims,
                                              a.asymmetric, bias_type(a.bias_type)));
  }
  Options operator()(const nook::Reshape::Attrs&) {
    const nook::Shape& shape = graph_[node_.out[0]].shape;
    const auto dims = b_.CreateVector(shape.dim, shape.rank);
    return of(fb::CreateReshapeOptions(b_, dims));
  }
  Options operator()(const nook::Pack::Attrs& a) {
    const int32_t inputs = static_cast<int32_t>(node_.in.size());
    return of(fb::CreatePackOptions(b_, inputs, a.axis));
  }
  Options operator()(const nook::Unpack::Attrs& a) {
    const int32_t outputs = static_cast<int32_t>(node_.out.size());
    return of(fb::CreateUnpackOptions(b_, outputs, a.axis));
  }
  Options operator()(const nook::Split::Attrs&) { return of(fb::CreateSplitOptions(b_, results())); }
  Options operator()(const nook::SplitV::Attrs&) { return of(fb::CreateSplitVOptions(b_, results())); }
  Options operator()(const nook::Gather::Attrs& a) {
    return of(fb::CreateGatherOptions(b_, a.axis, a.batch_dims));
  }
  Options operator()(const nook::MirrorPad::Attrs& a) {
    const auto mode = a.symmetric ? fb::MirrorPadMode_SYMMETRIC : fb::MirrorPadMode_REFLECT;
    return of(fb::CreateMirrorPadOptions(b_, mode));
  }
  Options operator()(const nook::ResizeNearestNeighbor::Attrs& a) {
    return of(fb::CreateResizeNearestNeighborOptions(b_, a.align_corners, a.half_pixel_centers));
  }
  Options operator()(const nook::ResizeBilinear::Attrs& a) {
    return of(fb::CreateResizeBilinearOptions(b_, a.align_corners, a.half_pixel_centers));
  }
  Options operator()(const nook::Gelu::Attrs& a) { return of(fb::CreateGeluOptions(b_, a.approximate)); }
  Options operator()(const nook::OneHot::Attrs& a) { return of(fb::CreateOneHotOptions(b_, a.axis)); }
  Options operator()(const nook::ReverseSequence::Attrs& a) {
    return of(fb::CreateReverseSequenceOptions(b_, a.seq_dim, a.batch_dim));
  }
  Options operator()(const nook::BatchMatmul::Attrs& a) {
    return of(fb::CreateBatchMatMulOptions(b_, a.adj_x, a.adj_y));
  }
  Options operator()(const nook::SpaceToDepth::Attrs& a) {
    return of(fb::CreateSpaceToDepthOptions(b_, a.block));
  }
  Options operator()(const nook::DepthToSpace::Attrs& a) {
    return of(fb::CreateDepthToSpaceOptions(b_, a.block));
  }
  Options operator()(const nook::StridedSlice::Attrs& a) {
    const auto mask = [](uint32_t bits) { return static_cast<int32_t>(bits); };
    return of(fb::CreateStridedSliceOptions(b_, mask(a.begin_mask), mask(a.end_mask), mask(a.ellipsis_mask),
                                            mask(a.new_axis_mask), mask(a.shrink_axis_mask), a.offset));
  }
  Options operator()(const nook::AveragePool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::MaxPool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::L2Pool2D::Attrs& a) { return pool(a); }
  Options operator()(const nook::Conv2D::Attrs& a) {
    return of(fb::CreateConv2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h,
                                      activation(a.activation), a.dilation_w, a.dilation_h,
                                      bias_type(a.bias_type)));
  }
  Options operator()(const nook::DepthwiseConv2D::Attrs& a) {
    const int32_t channels = graph_[node_.in[0]].shape.back(0);
    const int32_t multiplier = channels > 0 ? graph_[node_.out[0]].shape.back(0) / channels : 0;
    return of(fb::CreateDepthwiseConv2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h, multiplier,
                                               activation(a.activation), a.dilation_w, a.dilation_h));
  }

  Options operator()(const nook::TransposeConv::Attrs& a) {
    return of(fb::CreateTransposeConvOptions(b_, padding(a.padding), a.stride_w, a.stride_h,
                                             activation(a.activation)));
  }

 private:
  // int16 allows any scales. The older arithmetic, which is the format's default, supports powers of two
  // only.
  bool wide() const { return graph_[node_.in[0]].type == nook::DType::kS16; }

  int32_t results() const { return static_cast<int32_t>(node_.out.size()); }

  template <class Attrs>
  Options pool(const Attrs& a) {
    return of(fb::CreatePool2DOptions(b_, padding(a.padding), a.stride_w, a.stride_h, a.filter_w, a.filter_h,
                                      activation(a.activation)));
  }

  flatbuffers::FlatBufferBuilder& b_;
  const Graph& graph_;
  const Node& node_;
};

// The dimensions of size 1 that a SQUEEZE removes.
std::vector<int32_t> squeezed(const nook::Shape& x, const nook::Shape& y) {
  std::vector<int32_t> gone;
  int kept = 0;
  for (int d = 0; d < x.rank; ++d) {
    const bool stays = kept < y.rank && y.dim[kept] == x.dim[d];
    if (stays)
      ++kept;
    else
      gone.push_back(d);
  }
  return gone;
}

// Options that repeat facts of the node's tensors. nook ignores them; other readers need them.
std::optional<Options> write_repeated(flatbuffers::FlatBufferBuilder& to, const Graph& graph,
                                      const Node& node) {
  const auto results = static_cast<int32_t>(node.out.size());
  switch (op_code(node)) {
    case nook::OpCode::kSplit:
      return of(fb::CreateSplitOptions(to, results));
    case nook::OpCode::kSplitV:
      return of(fb::CreateSplitVOptions(to, results));
    case nook::OpCode::kSqueeze:
      return of(fb::CreateSqueezeOptions(
          to, to.CreateVector(squeezed(graph[node.in[0]].shape, graph[node.out[0]].shape))));
    case nook::OpCode::kShape:
      return of(fb::CreateShapeOptions(to, tensor_type(graph[node.out[0]].type)));
    default:
      return std::nullopt;
  }
}

struct OptionNumber {
  OptionField field;

  template <class A>
  int operator()(const A& a) const {
#define NOOK_FIELD(name, member)        \
  if constexpr (requires { a.member; }) \
    if (field == OptionField::name) return static_cast<int>(a.member);
    NOOK_FIELD(kActivation, activation)
    NOOK_FIELD(kDilationH, dilation_h)
    NOOK_FIELD(kDilationW, dilation_w)
    NOOK_FIELD(kKeepDims, keep_num_dims)
    NOOK_FIELD(kAsymmetric, asymmetric)
    NOOK_FIELD(kBatchDims, batch_dims)
    NOOK_FIELD(kOffset, offset)
    NOOK_FIELD(kEllipsisMask, ellipsis_mask)
    NOOK_FIELD(kNewAxisMask, new_axis_mask)
    NOOK_FIELD(kHalfPixels, half_pixel_centers)
    NOOK_FIELD(kAlignedCorners, align_corners)
#undef NOOK_FIELD
    // Types other than int32 are written as the format's default.
    if constexpr (requires { a.bias_type; })
      if (field == OptionField::kBiasType) return a.bias_type == nook::DType::kS32;
    return 0;
  }
};

}  // namespace

int option_number(const Attrs& attrs, OptionField field) { return visit_attrs(attrs, OptionNumber{field}); }

Options write_options(flatbuffers::FlatBufferBuilder& to, const Graph& graph, const Node& node) {
  if (const std::optional<Options> repeated = write_repeated(to, graph, node)) return *repeated;
  return visit_attrs(node.attrs, Writer(to, graph, node));
}

}  // namespace nookc
