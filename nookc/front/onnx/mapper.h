// Converts an ONNX model to nook's graph, node by node. A function for each operator of ONNX (op_table.h)
// asks the mapper for its operands and hands it the results.
//
// ONNX has channels first, nook's kernels have them last. So every value has an order here: for each
// dimension of the tensor in memory, the dimension of the value. Elementwise operators keep the order of
// their operand; operators along axes look the axis up in the order; a Transpose of ONNX only changes the
// order. Only an operator that needs another order emits a TRANSPOSE.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "nook/core/quantize.h"
#include "nookc/front/import/regions.h"
#include "nookc/front/onnx/model.h"
#include "nookc/graph/stated.h"

namespace nookc::onnx {

using Order = std::vector<int>;

struct Quantization {
  nook::DType type = nook::DType::kNone;  // int8 or int16; kNone: float
  float scale = 0;
  int32_t zero_point = 0;
  bool operator==(const Quantization&) const = default;
};

// A value of the model: a tensor of the graph, or a constant.
struct Value {
  TensorId id = TensorId::kNone;
  ConstantPtr constant;
  nook::DType type = nook::DType::kNone;  // type in ONNX; a float32 may be int8 with a scale in memory
  Dims shape;                             // shape in ONNX
  Order order;  // per dimension in memory: the dimension of `before`; -1: an added dimension of size 1
  Dims before;  // the shape that the order refers to; differs from `shape` while a reshape is deferred

  bool known() const { return constant != nullptr; }
  bool put_off() const { return before != shape; }
};

Order plain_order(size_t rank);
Order channels_last(size_t rank);  // for an image, a signal or a volume [n][c]...
Dims dims_in(const Dims& shape, const Order& order);

// The requested form of the graph's inputs and outputs.
struct Borders {
  bool channels_last = false;  // images: not in the order that the model states
  bool quantized = false;      // int8 where the model only quantizes or dequantizes the value
  // Shapes of inputs by name; an empty name stands for the only input.
  std::map<std::string, Dims> shapes = {};
  std::string signature = {};  // signature of a .tflite; empty: the first
  // Values of inputs by name, as numbers in text: the input is a constant instead.
  std::map<std::string, std::vector<std::string>> values = {};
  // Simplifications of an ONNX model to leave out (passes/floats/simplify_floats.h).
  std::set<std::string> unsimplified = {};
  std::map<std::string, std::string> states = {};  // the output that is a state's next value, by its input
};

// For messages: "node 3 Conv '/features/0/Conv'".
std::string named(const OnnxNode& node);

class Mapper {
 public:
  Mapper(const OnnxModel& model, const Borders& borders);

  // The current node and its operands.
  const OnnxNode& node() const { return *node_; }
  int64_t opset() const { return opset_of(*node_); }  // the current node's
  bool given(size_t i) const { return !node_->input(i).empty(); }
  bool wanted(size_t k) const;           // whether any node reads result k
  Value in(size_t i);                    // in the type that the node computes with: int8 or float32
  const Value& raw(size_t i) const;      // unconverted
  ConstantPtr constant(size_t i) const;  // null: not known, or not given
  // From an operand, otherwise from the attribute.
  std::vector<int64_t> integers(size_t i, const std::string& attribute) const;
  void give(size_t k, Value value);  // sets result k

  // Whether the node computes in integers. An operator that can't for its operands must call
  // compute_in_float() before it asks for them.
  bool integer() const { return integer_; }
  const Quantization& quantization() const { return out_; }  // quantization of an integer result
  void compute_in_float() { integer_ = false, fused_ = nook::Activation::kNone; }
  // The quantization that TensorFlow Lite requires for the result.
  void fix_quantization(float scale, int32_t zero_point);
  nook::Activation fused() const { return fused_; }  // the clamp that follows and is fused into the node

  // Creates tensors and nodes of the graph.
  TensorId stored(const Value& value, const Order& order);
  TensorId plain(const Value& value) { return stored(value, plain_order(value.shape.size())); }
  Value settled(const Value& value);  // resolves a deferred reshape
  Value reshaped(const Value& value, const Dims& shape);
  Value permuted(const Value& value, const std::vector<int>& perm);
  Value floated(const Value& value);
  Value requantized(const Value& value, const Quantization& to);
  Quantization quantization_of(const Value& value) const;
  nook::DType stored_type(const Value& value) const { return graph_[value.id].type; }
  // Sets the quantization of an integer input, which its DequantizeLinear states. Returns the error, or an
  // empty text.
  std::string declare(const Value& value, const Quantization& quantization);
  TensorId fresh(const Dims& stored, nook::DType type);  // a result tensor: quantized if the node is
  TensorId like(TensorId other, const Dims& stored);     // a tensor with the type and quantization of `other`
  TensorId add_constant(const Constant& constant);       // unconverted
  TensorId add_ints(const std::vector<int32_t>& numbers);  // shape [count]
  TensorId add_ints(const std::vector<int32_t>& numbers, const Dims& dims);
  void emit(const Attrs& attrs, std::vector<TensorId> in, std::vector<TensorId> out);
  // A value for a tensor in memory, in the given order or in the plain one.
  Value value(TensorId id, Dims shape, Order order, nook::DType type = nook::DType::kF32) const;
  Value value(TensorId id, Dims shape) const;

  // An error that occurs below the functions of operators (a tensor too large); empty: none.
  const std::string& trouble() const { return trouble_; }
  void refuse(const std::string& why) { trouble_ = trouble_.empty() ? why : trouble_; }

  // Maps the nodes of a graph inside the current node, again on each call, with `operands` as its inputs. If
  // results are missing and refused_inside() is true, a node that they depend on can't be mapped, which is
  // already noted.
  std::string run_inner(const std::string& attribute, const std::vector<Value>& operands,
                        std::vector<Value>* results);
  bool refused_inside() const { return refused_inside_; }

  // Also records the failure if an earlier subgraph could not be mapped.
  void refuse_inside() { refused_inside_ = true; }

  // Tensors created inside a region exist only while it runs; later nodes must not reuse cached conversions
  // made inside.
  RegionWriter& regions() { return regions_; }
  struct Forms {
    std::map<std::tuple<TensorId, Dims, Order, Order>, TensorId> reordered;
    std::map<TensorId, TensorId> floated;
  };
  const Forms& forms() const { return forms_; }
  void set_forms(Forms forms) { forms_ = std::move(forms); }
  // How often the current node is mapped because enclosing loops are unrolled.
  int64_t iterations_around() const { return iterations_around_; }
  void set_iterations_around(int64_t iterations) { iterations_around_ = iterations; }
  size_t node_count() const { return graph_.nodes.size(); }
  // Adds a note for the user, once even if the current node is mapped several times.
  void note(const std::string& text) {
    if (std::ranges::find(stated_.notes, text) == stated_.notes.end()) stated_.notes.push_back(text);
  }
  void set_name(TensorId id, const std::string& name) { graph_[id].name = name; }

  // A state to return to after a trial.
  struct Point {
    size_t nodes, tensors, refused;
    GraphRegions regions;
    RegionWriter writer;
    Forms forms;
    std::map<std::tuple<ConstantPtr, Order, Dims>, TensorId> stored;
    std::set<std::string> refused_values;
  };
  Point here();
  void back_to(const Point& point);

  // Maps the whole model. Returns the nodes that can't be mapped, with the reasons; empty: the graph is
  // complete.
  std::vector<std::string> run();
  Result<Graph> take(const std::string& file);
  const Stated& stated_interface() const { return stated_; }
  // The nodes that became operators of `graph` that nook can't run with their types or shapes, with the
  // reasons.
  std::vector<std::string> unsupported(const Graph& graph) const;

 private:
  struct LookAhead {
    Quantization quantization;
    nook::Activation activation = nook::Activation::kNone;
    const OnnxNode* clamp = nullptr;
  };

  int64_t opset_of(const OnnxNode& node) const { return node.opset ? node.opset : model_.opset; }
  void index(const OnnxGraph& graph);
  void add_constants(const OnnxGraph& graph);
  std::vector<std::string> add_inputs();
  void state(const Value& value, std::vector<Stated::Side>* sides) const;
  void note_orders();
  std::string add_input(const Interface& input, const std::map<std::string, int64_t>& named);
  const Dims* said_shape(const Interface& input) const;
  std::map<std::string, int64_t> named_dimensions() const;
  std::string shape_of(const Interface& input, const std::map<std::string, int64_t>& named, Dims* to) const;
  std::string add_outputs();
  bool fold_node(const OnnxNode& node);  // returns whether its result is known before the model runs
  void map_node(const OnnxNode& node);
  void map_graph(const OnnxGraph& graph, const std::vector<Value>& operands);
  std::map<std::string, Value> forget(const OnnxGraph& graph);
  std::string map_one(const OnnxNode& node);
  std::string unfolded(const OnnxNode& node) const;
  void doubt(const OnnxNode& node, size_t from);
  void choose_arithmetic(unsigned traits);
  bool several_scales(const Quantization& first) const;
  LookAhead look_ahead(const OnnxNode& node, bool through_clamp) const;
  Quantization quantized_by(const std::string& name) const;
  bool all_quantized_by(const std::string& name, Quantization* all, int* budget) const;
  nook::Activation clamp_of(const OnnxNode& node) const;
  void bind(const std::string& name, Value value);
  TensorId store_constant(const ConstantPtr& constant, const Order& order, const Dims& shape);
  TensorId reordered(TensorId id, const Dims& shape, const Order& from, const Order& to);
  Value grouped(const Value& value, const Dims& shape, bool* fits) const;

  const OnnxModel& model_;
  Borders borders_;
  Stated stated_;
  Graph graph_;
  RegionWriter regions_{graph_};
  std::map<std::string, Value> values_;
  std::map<std::string, std::vector<const OnnxNode*>> readers_;
  std::set<std::string> outputs_, refused_values_;
  std::set<const OnnxNode*> taken_;  // clamps that were fused into the preceding node
  Forms forms_;
  std::map<std::tuple<ConstantPtr, Order, Dims>, TensorId> stored_;
  const OnnxNode* node_ = nullptr;
  bool integer_ = false;
  Quantization out_;
  nook::Activation fused_ = nook::Activation::kNone;
  const OnnxNode* clamp_ = nullptr;
  std::string trouble_;
  bool refused_inside_ = false;  // the current node runs a graph whose results are not available
  std::vector<std::string> refused_;
  // The reason for each node that became an operator that nook could not run; Node::source is its index here.
  // The doubt may vanish: a later node may set a tensor's quantization, or no node may read the result.
  std::vector<std::string> doubts_;
  std::map<const OnnxNode*, int32_t> doubted_;
  std::string within_;  // path of the nodes whose graphs are being mapped, for messages
  int64_t iterations_around_ = 1;
  int64_t fold_budget_ = int64_t{1} << 25;  // in elements
};

// The scale and zero point of a QuantizeLinear or DequantizeLinear, as int8 (uint8 minus 128) or int16.
struct QuantizationOf {
  std::vector<float> scales;
  int32_t zero_point = 0;
  nook::DType type = nook::DType::kNone, stated = nook::DType::kNone;
  int32_t axis = 0;
  std::vector<int32_t> zero_points = {};  // per channel if they differ; otherwise empty
};
// Whether it is of 16 bits with a zero point, which no operator of integers has.
inline bool is_asymmetric(const QuantizationOf& q) {
  return q.type == nook::DType::kS16 && q.zero_point != 0;
}

}  // namespace nookc::onnx
