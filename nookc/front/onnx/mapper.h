// Makes nook's graph of an ONNX model, node by node. A function for each operator of ONNX (op_table.h) asks
// the mapper for its operands and hands it the results.
//
// ONNX has channels first, nook's kernels have them last. Every value has an order here: which of its
// dimensions each dimension of the tensor in memory is. What an operator computes element by element keeps
// the order that it finds; along axes, the axis is looked up in the order; a Transpose of ONNX changes the
// order and nothing else. Only what needs another order than it finds makes a TRANSPOSE.
#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "nook/ops/shared/quantize.h"
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
  nook::DType type = nook::DType::kNone;  // in ONNX; a float32 may be int8 with a scale in memory
  Dims shape;                             // in ONNX
  Order order;  // per dimension in memory the dimension of `before`; -1: one of size 1 that is none of them
  Dims before;  // the shape that the order is of; not `shape` while a reshape is put off

  bool known() const { return constant != nullptr; }
  bool put_off() const { return before != shape; }
};

Order plain_order(size_t rank);
Order channels_last(size_t rank);  // of an image, a signal or a volume [n][c]...
Dims dims_in(const Dims& shape, const Order& order);

// What inputs and outputs of the graph look like.
struct Borders {
  bool channels_last = false;  // images: not in the order that the model states
  bool quantized = false;      // int8 where the model only quantizes or dequantizes there
  // Of inputs by their names; an empty name is of the only one.
  std::map<std::string, Dims> shapes = {};
  std::string signature = {};  // of a .tflite; empty: the first
};

// For messages: "node 3 Conv '/features/0/Conv'".
std::string named(const OnnxNode& node);

class Mapper {
 public:
  Mapper(const OnnxModel& model, const Borders& borders);

  // Of the node at hand.
  const OnnxNode& node() const { return *node_; }
  int64_t opset() const { return model_.opset; }
  bool given(size_t i) const { return !node_->input(i).empty(); }
  bool wanted(size_t k) const;           // whether anybody reads result k
  Value in(size_t i);                    // as the node computes: int8 where it does, else float32
  const Value& raw(size_t i) const;      // as it is
  ConstantPtr constant(size_t i) const;  // null: not known, or not given
  std::vector<int64_t> integers(size_t i,
                                const std::string& attribute) const;  // of an operand, or else of that
  void give(size_t k, Value value);                                   // result k

  // Whether the node computes in integers. An operator that can't with what it finds says so before it asks
  // for operands.
  bool integer() const { return integer_; }
  const Quantization& quantization() const { return out_; }  // of its result, in integers
  void compute_in_float() { integer_ = false, fused_ = nook::Activation::kNone; }
  void fix_quantization(float scale, int32_t zero_point);  // that TensorFlow Lite demands of the result
  nook::Activation fused() const { return fused_; }        // a clamp behind the node that it takes along

  // Tensors of the graph.
  TensorId stored(const Value& value, const Order& order);
  TensorId plain(const Value& value) { return stored(value, plain_order(value.shape.size())); }
  Value settled(const Value& value);  // without a reshape that is put off
  Value reshaped(const Value& value, const Dims& shape);
  Value permuted(const Value& value, const std::vector<int>& perm);
  Value floated(const Value& value);
  Value requantized(const Value& value, const Quantization& to);
  Quantization quantization_of(const Value& value) const;
  nook::DType stored_type(const Value& value) const { return graph_[value.id].type; }
  // What an input of integers stands for, which its DequantizeLinear says. Empty: noted; else why not.
  std::string declare(const Value& value, const Quantization& quantization);
  TensorId fresh(const Dims& stored, nook::DType type);    // of a result: quantized where the node is
  TensorId like(TensorId other, const Dims& stored);       // of that one's type and quantization
  TensorId add_constant(const Constant& constant);         // as it is
  TensorId add_ints(const std::vector<int32_t>& numbers);  // [count]
  TensorId add_ints(const std::vector<int32_t>& numbers, const Dims& dims);
  void emit(const Attrs& attrs, std::vector<TensorId> in, std::vector<TensorId> out);
  // A value in memory in that order; in the plain one.
  Value value(TensorId id, Dims shape, Order order, nook::DType type = nook::DType::kF32) const;
  Value value(TensorId id, Dims shape) const;

  // What goes wrong below the functions of operators (a tensor too large); empty: nothing.
  const std::string& trouble() const { return trouble_; }
  void refuse(const std::string& why) { trouble_ = trouble_.empty() ? why : trouble_; }

  // Maps the nodes of a graph inside of the node at hand, once more each time, with these as its inputs.
  // Without results, and refused_inside(): what they are of can't be mapped, which is noted already.
  std::string run_inner(const std::string& attribute, const std::vector<Value>& operands,
                        std::vector<Value>* results);
  bool refused_inside() const { return refused_inside_; }

  // Notes that too where a graph before the one that was mapped last could not be.
  void refuse_inside() { refused_inside_ = true; }

  // What is made between these marks is there only where its region runs: other forms of a value that are
  // made inside are not those that the nodes behind it find.
  RegionWriter& regions() { return regions_; }
  struct Forms {
    std::map<std::tuple<TensorId, Dims, Order, Order>, TensorId> reordered;
    std::map<TensorId, TensorId> floated;
  };
  const Forms& forms() const { return forms_; }
  void set_forms(Forms forms) { forms_ = std::move(forms); }
  // How often the node at hand is mapped because of loops around it whose turns follow one by one.
  int64_t turns_around() const { return turns_around_; }
  void set_turns_around(int64_t turns) { turns_around_ = turns; }
  size_t node_count() const { return graph_.nodes.size(); }
  // For the user, once however often the node at hand is mapped.
  void note(const std::string& text) {
    if (std::ranges::find(stated_.notes, text) == stated_.notes.end()) stated_.notes.push_back(text);
  }
  void set_name(TensorId id, const std::string& name) { graph_[id].name = name; }

  // A point in the work to go back to, for what has to be tried.
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

  // Of the whole model. The nodes that can't be mapped, with the reasons; none: the graph is complete.
  std::vector<std::string> run();
  Result<Graph> take(const std::string& file);
  const Stated& stated_interface() const { return stated_; }
  // Nodes of which `graph` has operators that nook can't run with their types or shapes, with the reasons.
  std::vector<std::string> unsupported(const Graph& graph) const;

 private:
  struct LookAhead {
    Quantization quantization;
    nook::Activation activation = nook::Activation::kNone;
    const OnnxNode* clamp = nullptr;
  };

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
  bool fold_node(const OnnxNode& node);  // whether its result is known before the model runs
  void map_node(const OnnxNode& node);
  void map_graph(const OnnxGraph& graph, const std::vector<Value>& operands);
  std::map<std::string, Value> forget(const OnnxGraph& graph);
  std::string map_one(const OnnxNode& node);
  void doubt(const OnnxNode& node, size_t from);
  void choose_arithmetic(unsigned traits);
  bool several_scales(const Quantization& first) const;
  LookAhead look_ahead(const OnnxNode& node, bool through_clamp) const;
  Quantization quantized_by(const std::string& name) const;
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
  std::set<const OnnxNode*> taken_;  // clamps that are a part of the node before them
  Forms forms_;
  std::map<std::tuple<ConstantPtr, Order, Dims>, TensorId> stored_;
  const OnnxNode* node_ = nullptr;
  bool integer_ = false;
  Quantization out_;
  nook::Activation fused_ = nook::Activation::kNone;
  const OnnxNode* clamp_ = nullptr;
  std::string trouble_;
  bool refused_inside_ = false;  // of the node at hand: it runs a graph whose results can't be had
  std::vector<std::string> refused_;
  // Of each node that made an operator which nook could not run, the reason; Node::source is its place here.
  // A later node may say what a tensor stands for, or nobody may read the result.
  std::vector<std::string> doubts_;
  std::map<const OnnxNode*, int32_t> doubted_;
  std::string within_;  // the nodes whose graphs are mapped, for messages
  int64_t turns_around_ = 1;
  int64_t fold_budget_ = int64_t{1} << 25;  // elements
};

// The scale and zero point of a QuantizeLinear or DequantizeLinear, of int8 (uint8 less 128) or int16. Empty:
// read; else why not.
struct QuantizationOf {
  std::vector<float> scales;
  int32_t zero_point = 0;
  nook::DType type = nook::DType::kNone, stated = nook::DType::kNone;
  int32_t axis = 0;
  std::vector<int32_t> zero_points = {};  // of each channel where they differ; else none
};

}  // namespace nookc::onnx
