#include "nookc/front/onnx/old_forms.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kFirstNew = 7;

Attribute number(int64_t value) {
  Attribute made;
  made.kind = Attribute::Kind::kInt, made.integer = value;
  return made;
}

Attribute real(float value) {
  Attribute made;
  made.kind = Attribute::Kind::kFloat, made.real = value;
  return made;
}

Attribute text(const std::string& value) {
  Attribute made;
  made.kind = Attribute::Kind::kText, made.text = value;
  return made;
}

bool is_among(const OnnxNode& node, std::initializer_list<const char*> names) {
  return std::ranges::any_of(names, [&](const char* name) { return node.op == name; });
}

// Up to opset 5 Cast names its type.
std::string name_type(OnnxNode& node) {
  constexpr const char* kNames[] = {"UNDEFINED", "FLOAT",  "UINT8", "INT8",    "UINT16", "INT16",  "INT32",
                                    "INT64",     "STRING", "BOOL",  "FLOAT16", "DOUBLE", "UINT32", "UINT64"};
  const std::string named = node.text("to", "");
  for (size_t i = 1; i < std::size(kNames); ++i)
    if (named == kNames[i]) {
      node.attributes["to"] = number(static_cast<int64_t>(i));
      return {};
    }
  return node.has("to") && named.empty() ? ""
                                         : "to: need the name of a type such as FLOAT, have '" + named + "'";
}

// In opset 1 the power of a norm is a real number.
std::string make_whole(OnnxNode& node) {
  const auto found = node.attributes.find("p");
  if (found == node.attributes.end() || found->second.kind != Attribute::Kind::kFloat) return {};
  const float p = found->second.real;
  if (p < 1 || p > 1024 || p != std::floor(p))
    return "p: need a whole number from 1, have " + std::to_string(p);
  found->second = number(static_cast<int64_t>(p));
  return {};
}

void scale_by_list(OnnxNode& node) {
  if (node.has("height_scale") || node.has("width_scale")) {
    Attribute scales;
    scales.kind = Attribute::Kind::kFloats;
    scales.reals = {1, 1, node.real("height_scale", 1), node.real("width_scale", 1)};
    node.attributes["scales"] = scales;
  }
  if (node.text("mode", "") == "bilinear") node.attributes["mode"] = text("linear");
}

std::string renew(OnnxNode& node, int64_t opset) {
  auto& attributes = node.attributes;
  attributes.erase("consumed_inputs");  // operands that may be overwritten
  if (is_among(node, {"BatchNormalization", "Dropout"})) {
    if (node.integer("is_test", 0) == 0)
      return "is_test: need 1, have 0, which is for training: export the model for inference";
    attributes.erase("is_test");
  }
  if (is_among(node, {"RNN", "GRU", "LSTM"}) && node.text("direction", "") == "foward")
    attributes["direction"] = text("forward");  // the default of opset 1, as it was written
  if (node.op == "Upsample") scale_by_list(node);
  if (node.op == "Cast" && opset < 6) return name_type(node);
  if (node.op == "Selu" && opset < 6) {
    attributes.try_emplace("alpha", real(1.6732f));
    attributes.try_emplace("gamma", real(1.0507f));
  }
  if (node.op == "Concat" && opset < 4) attributes.try_emplace("axis", number(1));
  if (opset >= 2) return {};
  if (node.op == "Split" && !node.has("axis")) return "axis: need an axis, since opset 1 has no default";
  if (node.op == "Pad" && node.has("paddings")) attributes["pads"] = attributes["paddings"];
  return is_among(node, {"LpPool", "GlobalLpPool"}) ? make_whole(node) : std::string();
}

void renew_graph(OnnxGraph& graph, int64_t opset, std::vector<std::string>* refused) {
  for (OnnxNode& node : graph.nodes) {
    for (auto& [name, attribute] : node.attributes)
      if (attribute.graph) renew_graph(*attribute.graph, opset, refused);
    const int64_t own = node.opset ? node.opset : opset;
    if (own >= kFirstNew || !node.domain.empty()) continue;
    if (const std::string why = renew(node, own); !why.empty()) refused->push_back(named(node) + ": " + why);
  }
}

}  // namespace

std::vector<std::string> renew_attributes(OnnxModel& model) {
  std::vector<std::string> refused;
  renew_graph(model, model.opset, &refused);
  return refused;
}

std::string aligned_shape(const OnnxNode& node, int64_t opset, const Dims& a, Dims* b) {
  if (opset >= kFirstNew || a == *b) return {};
  if (!node.integer("broadcast", 0))
    return "broadcast: need 1, as the shapes of its operands differ, or a model of opset 7 or above";
  if (!node.has("axis")) return {};
  const int64_t axis = node.integer("axis", 0), rank = static_cast<int64_t>(a.size());
  const int64_t left = rank - static_cast<int64_t>(b->size());
  if (left < 0) return "axis: the second operand has more dimensions than the first";
  if (axis < 0 || axis > left)
    return "axis: need 0 to " + std::to_string(left) + " for the shapes of its operands, have " +
           std::to_string(axis);
  b->insert(b->end(), static_cast<size_t>(left - axis), 1);
  return {};
}

Value second_operand(Mapper& m, const Value& first) {
  const Value b = m.in(1);
  Dims dims = b.shape;
  if (const std::string why = aligned_shape(m.node(), m.opset(), first.shape, &dims); !why.empty())
    m.refuse(why);
  return dims == b.shape ? b : m.reshaped(b, dims);
}

}  // namespace nookc::onnx
