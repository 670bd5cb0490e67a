#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "nookc/core/bytes.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/attrs.h"
#include "nookc/graph/regions.h"

namespace nookc {

enum class TensorId : uint32_t { kNone = UINT32_MAX };
enum class NodeId : uint32_t {};

constexpr size_t index(TensorId id) { return static_cast<size_t>(id); }
constexpr size_t index(NodeId id) { return static_cast<size_t>(id); }

// The requested pools and address and, after planning, the assigned ones.
struct Placement {
  std::vector<std::string> candidates;  // names of pools, the best first; empty: all that accept it
  std::string pool;                     // requested pool, then the assigned one; empty: any, then none
  int32_t offset = -1;                  // likewise, in bytes from the start of the pool

  bool requested() const { return !candidates.empty() || !pool.empty() || offset >= 0; }
};

// The channels (indices along the last dimension) of a tensor that a pass kept.
struct Narrowed {
  int32_t of = 0;                 // number of channels in the model; 0: it still has all
  std::vector<int32_t> channels;  // the kept channels, in rising order
};

struct Tensor {
  std::string name;
  nook::DType type = nook::DType::kNone;
  nook::Shape shape;
  std::vector<float> scales;
  int32_t zero_point = 0;
  int32_t channel_axis = 0;
  bool variable = false;               // keeps its value from one inference to the next
  std::shared_ptr<const Bytes> first;  // initial value of a variable; null: the real number 0
  std::shared_ptr<const Bytes> data;  // constants only; little-endian as in the model, shared between tensors
  int32_t source = -1;  // its number among the tensors of all subgraphs; -1: created by the compiler
  Placement placement;
  Narrowed narrowed;  // activations only

  bool constant() const { return data != nullptr; }
  int32_t bytes() const { return nook::bytes_of(type, shape.elements()); }
  // A tensor of the same type, shape and quantization for a new operator to write: neither a constant nor a
  // variable, even if this one is. `suffix` is added to the name.
  Tensor computed(const std::string& suffix) const;
  // A view for prepare(); borrows from this tensor.
  nook::TensorInfo info() const;
};

struct Node {
  Attrs attrs;
  std::vector<TensorId> in, out;  // TensorId::kNone: a missing optional operand
  int32_t version = 1;            // version of the operator in the model
  int32_t source = -1;  // its number among the operators of all subgraphs; -1: created by the compiler
  std::vector<int32_t> folded;  // operators of the model that were folded into this one
  // For an operator that need not move bytes (passes/make_views.h): the offset of each part in the whole,
  // i.e. each input of a CONCATENATION in its output, or each output of a SPLIT in its input. Empty: it moves
  // them.
  std::vector<int32_t> parts;
  Placement scratch;  // scratch of its kernel
  std::string unit;   // unit that executes it; empty: the cpu

  bool erased() const { return attrs.none(); }
};

// A variable that lies in a larger tensor in persistent memory, next to the rows that a CONCATENATION joins
// to it (passes/keep_windows.h): the joined rows need no other buffer.
struct KeptWindow {
  TensorId variable, whole;
  int32_t offset = 0;  // where the variable begins in the whole
};

// A network as plain data. Ids stay valid for the life of the graph; erased nodes keep their slot.
// Nodes are in execution order.
struct Graph {
  std::string file;         // name of the model's file, for messages
  std::string description;  // description in the model, usually its producer
  std::vector<Tensor> tensors;
  std::vector<Node> nodes;
  std::vector<TensorId> inputs, outputs;
  // Operators of the model that no node represents: an interpreter needs them.
  std::set<nook::OpCode> unlisted;
  // Whether the importer made of the file what only the compiler reads: sparse constants, uint8. Written as
  // .tflite, the graph runs everywhere.
  bool rewritten = false;
  std::vector<std::string> input_names, output_names;  // names in the signature, otherwise the tensors'
  GraphRegions regions;                                // control flow
  std::vector<KeptWindow> windows;

  Tensor& operator[](TensorId id) { return tensors[existing(id)]; }
  const Tensor& operator[](TensorId id) const { return tensors[existing(id)]; }

  template <class Op>
  static typename Op::Attrs* attrs(Node& node) {
    return node.attrs.template get<Op>();
  }
  template <class Op>
  static const typename Op::Attrs* attrs(const Node& node) {
    return node.attrs.template get<Op>();
  }

  bool from_onnx() const;  // nook::Model::from_onnx()
  bool is_input(TensorId tensor) const;
  bool is_output(TensorId tensor) const;
  const KeptWindow* window_of(TensorId whole) const;  // null: the tensor is none
  TensorId add(Tensor tensor);
  bool same_quantization(TensorId a, TensorId b) const;

 private:
  size_t existing(TensorId id) const {
    invariant(index(id) < tensors.size(), "the graph has this tensor");
    return index(id);
  }
};

// The operator of a node: its number, and its name as in the .tflite format ("CONV_2D") or, for a custom
// operator, as in the model.
nook::OpCode op_code(const Node& node);
std::string op_name(const Node& node);
const nook::OpRow& op_row(const Node& node);
const nook::OpRow& op_row(nook::OpCode code);

// visit(const nook::ParamsField&) for each field of a form's Params.
template <class Visit>
void visit_params(const nook::FormRow& form, const void* params, Visit visit) {
  nook::ParamsVisitor visitor(
      [](void* context, const nook::ParamsField& field) { (*static_cast<Visit*>(context))(field); }, &visit);
  form.fields(visitor, params);
}
// Whether the node has an effect other than its results, and so must stay in place: it keeps state between
// two inferences, or writes a tensor that does.
bool has_state(const Graph& graph, const Node& node);
// Whether the node can end a run without a result, as CIRCULAR_BUFFER and SLIDE_WINDOW do.
bool may_wait(const Node& node);
// "operator 3 CONV_2D 'conv_1'", with the name of the first output.
std::string describe(const Graph& graph, const Node& node);
// "int8 1x49x10x1"
std::string type_and_shape(const Tensor& tensor);

// Checks that every id is in range, that every tensor is written before it is read and by one node only
// (variables excepted), and that no constant or input is written. Returns the violation, or an empty text.
std::string verify(const Graph& graph);

// The operands that prepare() needs: the infos of a node's tensors. Borrows from the graph.
struct Operands {
  std::vector<nook::TensorInfo> in, out;
  float largest;  // NodeView::largest
  nook::NodeView view(nook::OpCode code, int32_t version) const;
};
Operands operands(const Graph& graph, const Node& node);

}  // namespace nookc
