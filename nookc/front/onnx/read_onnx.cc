#include <bit>
#include <cstring>
#include <set>
#include <string_view>

#include "nookc/front/onnx/model.h"
#include "nookc/front/onnx/tensor_proto.h"
#include "nookc/front/onnx/wire.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kFirstOpset = 1, kLastOpset = 25;
constexpr size_t kMostNodes = 1 << 16;
constexpr int kMostDepth = 8;  // nesting depth of graphs

std::string text_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Reads messages in sequence. Only graphs can be nested.
class Reader {
 public:
  Reader(const ReadExternal& external, Fault* fault) : external_(external), fault_(*fault) {}

  bool model(std::span<const uint8_t> bytes) {
    WireReader reader(bytes);
    bool graph = false;
    int64_t version = 0;  // the version of the format
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) version = field.integer();
      if (field.number == 2) model_.producer = text_of(field.bytes);
      if (field.number == 8 && !opset(field.bytes, &model_.opset, &stated_)) return false;
      if (field.number == 25 && !function(field.bytes)) return false;
      if (field.number != 7) continue;
      graph = true;
      if (!read_graph(field.bytes, &model_)) return false;
    }
    if (reader.damaged()) return fault_.damaged(reader, "the model");
    if (bytes.empty()) return fault_.is("the file is empty");
    if (!graph) return fault_.is("it has no graph: the file is cut off, or not an ONNX model");
    if (!stated_ && other_opsets_) model_.opset = kLastOpset;  // all its operators are from other domains
    if (!stated_ && !other_opsets_ && (version == 1 || version == 2)) {  // before there were others
      model_.opset = 1;
      return true;
    }
    if (!stated_ && !other_opsets_) return fault_.is("it does not state its opset: the file is cut off");
    return true;
  }
  OnnxModel take() { return std::move(model_); }

 private:
  // The version of ONNX's operators goes to `to`.
  bool opset(std::span<const uint8_t> bytes, int64_t* to, bool* stated) {
    std::string domain;
    int64_t version = 0;
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) domain = text_of(field.bytes);
      if (field.number == 2) version = field.integer();
    }
    if (reader.damaged()) return fault_.damaged(reader, "an opset");
    if (domain.empty() || domain == "ai.onnx") {
      *to = version, *stated = true;
    } else {
      other_opsets_ = true;
    }
    return true;
  }

  // A FunctionProto.
  bool function(std::span<const uint8_t> bytes) {
    OnnxFunction made;
    OnnxGraph& body = made.body;
    bool sound = true, stated = false;
    WireReader reader(bytes);
    for (WireField field; sound && reader.next(&field);) {
      if (field.number == 1) made.name = text_of(field.bytes);
      if (field.number == 4 || field.number == 5) {
        Interface named;
        named.name = text_of(field.bytes);
        (field.number == 4 ? body.inputs : body.outputs).push_back(std::move(named));
      }
      if (field.number == 7) sound = node(field.bytes, &body);
      if (field.number == 9) sound = opset(field.bytes, &made.opset, &stated);
      if (field.number == 10) made.domain = text_of(field.bytes);
      if (field.number == 11) sound = attribute(field.bytes, "function '" + made.name + "'", &made.defaults);
      if (field.number == 13) made.overload = text_of(field.bytes);
    }
    if (sound && reader.damaged()) return fault_.damaged(reader, "function '" + made.name + "'");
    if (made.domain == "ai.onnx") made.domain.clear();
    sound = sound && is_each_name_made_once(body);
    model_.functions.push_back(std::move(made));
    return sound;
  }

  bool read_graph(std::span<const uint8_t> bytes, OnnxGraph* to) {
    WireReader reader(bytes);
    bool sound = true;
    for (WireField field; sound && reader.next(&field);) {
      if (field.number == 1) sound = node(field.bytes, to);
      if (field.number == 2 && to == &model_) model_.name = text_of(field.bytes);
      if (field.number == 5) sound = initializer(field.bytes, to);
      if (field.number == 11) sound = interface(field.bytes, &to->inputs);
      if (field.number == 12) sound = interface(field.bytes, &to->outputs);
      if (field.number == 15) sound = fault_.is("it has sparse initializers: export them as dense tensors");
    }
    if (sound && reader.damaged()) return fault_.damaged(reader, "the graph");
    return sound && is_each_name_made_once(*to);
  }

  // Otherwise one value would silently replace another.
  bool is_each_name_made_once(const OnnxGraph& graph) {
    std::set<std::string_view> made;
    for (const Interface& input : graph.inputs)
      if (!made.insert(input.name).second) return fault_.is("it has two inputs '" + input.name + "'");
    // An input may have a default value.
    for (const auto& [name, constant] : graph.constants) made.insert(name);
    for (const OnnxNode& node : graph.nodes)
      for (const std::string& name : node.out)
        if (!name.empty() && !made.insert(name).second)
          return fault_.is("node " + std::to_string(node.number) + " " + node.op + " makes '" + name +
                           "', which an input, an initialiser or another node is");
    return true;
  }

  bool initializer(std::span<const uint8_t> bytes, OnnxGraph* to) {
    std::string name;
    ConstantPtr made;
    if (!read_tensor(bytes, external_, &name, &made, &fault_)) return false;
    if (made && !to->constants.emplace(name, made).second)
      return fault_.is("it has two initialisers '" + name + "'");
    return true;
  }

  bool node(std::span<const uint8_t> bytes, OnnxGraph* to) {
    OnnxNode made;
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) made.in.push_back(text_of(field.bytes));
      if (field.number == 2) made.out.push_back(text_of(field.bytes));
      if (field.number == 3) made.name = text_of(field.bytes);
      if (field.number == 4) made.op = text_of(field.bytes);
      if (field.number == 7) made.domain = text_of(field.bytes);
      if (field.number == 8) made.overload = text_of(field.bytes);
      if (field.number == 5 && !attribute(field.bytes, "node '" + made.name + "'", &made.attributes))
        return false;
    }
    if (reader.damaged()) return fault_.damaged(reader, "node '" + made.name + "'");
    if (made.domain == "ai.onnx") made.domain.clear();
    if (++nodes_ > kMostNodes) return fault_.is("it has more nodes than " + std::to_string(kMostNodes));
    made.number = to->nodes.size();
    if (made.out.empty())
      return fault_.is("node " + std::to_string(made.number) + " " + made.op + " has no result");
    to->nodes.push_back(std::move(made));
    return true;
  }

  bool attribute(std::span<const uint8_t> bytes, const std::string& owner,
                 std::map<std::string, Attribute>* to) {
    using Kind = Attribute::Kind;
    std::string name, unused;
    Attribute a;
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) name = text_of(field.bytes);
      if (field.number == 2)
        a.kind = Kind::kFloat, a.real = std::bit_cast<float>(static_cast<uint32_t>(field.value));
      if (field.number == 3) a.kind = Kind::kInt, a.integer = field.integer();
      if (field.number == 4) a.kind = Kind::kText, a.text = text_of(field.bytes);
      if (field.number == 5) {
        a.kind = Kind::kTensor;
        if (!read_tensor(field.bytes, external_, &unused, &a.tensor, &fault_, &a.doubles)) return false;
      }
      if (field.number == 6 || field.number == 10 || field.number == 11) a.kind = Kind::kOther;
      if (field.number == 6 && !inner_graph(field.bytes, &a)) return false;
      if (field.number == 7) a.kind = Kind::kFloats, floats(field, &a.reals);
      if (field.number == 8) a.kind = Kind::kInts, integers(field, &a.integers);
      if (field.number == 9) a.kind = Kind::kTexts, a.texts.push_back(text_of(field.bytes));
      if (field.number == 21) a.reference = text_of(field.bytes);
    }
    if (reader.damaged()) return fault_.damaged(reader, "an attribute '" + name + "' of " + owner);
    (*to)[name] = std::move(a);
    return true;
  }

  bool inner_graph(std::span<const uint8_t> bytes, Attribute* to) {
    if (depth_ == kMostDepth)
      return fault_.is("it has graphs in graphs, more than " + std::to_string(kMostDepth) + " deep");
    ++depth_;
    to->graph = std::make_shared<OnnxGraph>();
    const bool sound = read_graph(bytes, to->graph.get());
    --depth_;
    return sound;
  }

  static void floats(const WireField& field, std::vector<float>* to) {
    if (field.type != WireType::kBytes)
      to->push_back(std::bit_cast<float>(static_cast<uint32_t>(field.value)));
    for (size_t i = 0; i + 4 <= field.bytes.size(); i += 4) {
      float real = 0;
      std::memcpy(&real, field.bytes.data() + i, 4);
      to->push_back(real);
    }
  }

  static void integers(const WireField& field, std::vector<int64_t>* to) {
    if (field.type != WireType::kBytes) to->push_back(field.integer());
    WireReader packed(field.bytes);
    for (uint64_t value = 0; !packed.done() && packed.varint(&value);)
      to->push_back(static_cast<int64_t>(value));
  }

  // ValueInfoProto: a name, and in its TypeProto a tensor type with element type and shape.
  bool interface(std::span<const uint8_t> bytes, std::vector<Interface>* to) {
    Interface made;
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) made.name = text_of(field.bytes);
      if (field.number != 2) continue;
      WireReader types(field.bytes);
      for (WireField type; types.next(&type);)
        if (type.number == 1 && !tensor_type(type.bytes, &made)) return false;
      if (types.damaged()) return fault_.damaged(types, "the type of '" + made.name + "'");
    }
    if (reader.damaged()) return fault_.damaged(reader, "the interface");
    to->push_back(std::move(made));
    return true;
  }

  bool tensor_type(std::span<const uint8_t> bytes, Interface* made) {
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) made->type = static_cast<int32_t>(field.integer());
      if (field.number != 2) continue;
      made->has_shape = true;
      WireReader dims(field.bytes);
      for (WireField dim; dims.next(&dim);)
        if (dim.number == 1 && !dimension(dim.bytes, made)) return false;
      if (dims.damaged()) return fault_.damaged(dims, "the shape of '" + made->name + "'");
    }
    return !reader.damaged() || fault_.damaged(reader, "the type of '" + made->name + "'");
  }

  // Exporters write 0 and -1 for an unknown dimension.
  bool dimension(std::span<const uint8_t> bytes, Interface* made) {
    int64_t value = -1;
    std::string symbol;
    WireReader reader(bytes);
    for (WireField field; reader.next(&field);) {
      if (field.number == 1) value = field.integer();
      if (field.number == 2) symbol = text_of(field.bytes);
    }
    if (value < -1)
      return fault_.is("'" + made->name + "': dimension " + std::to_string(made->dims.size()) +
                       ": need a size above 0 or a name, have " + std::to_string(value));
    value = value > 0 ? value : -1;
    made->dims.push_back(value), made->symbols.push_back(value < 0 ? symbol : "");
    return true;
  }

  const ReadExternal& external_;
  Fault& fault_;
  OnnxModel model_;
  size_t nodes_ = 0;  // in all graphs
  int depth_ = 0;
  bool stated_ = false, other_opsets_ = false;  // whether opsets are stated, for ONNX and for other domains
};

}  // namespace

int64_t OnnxNode::integer(const std::string& attribute, int64_t otherwise) const {
  const auto found = attributes.find(attribute);
  return found != attributes.end() && found->second.kind == Attribute::Kind::kInt ? found->second.integer
                                                                                  : otherwise;
}

float OnnxNode::real(const std::string& attribute, float otherwise) const {
  const auto found = attributes.find(attribute);
  return found != attributes.end() && found->second.kind == Attribute::Kind::kFloat ? found->second.real
                                                                                    : otherwise;
}

std::string OnnxNode::text(const std::string& attribute, const std::string& otherwise) const {
  const auto found = attributes.find(attribute);
  return found != attributes.end() && found->second.kind == Attribute::Kind::kText ? found->second.text
                                                                                   : otherwise;
}

std::vector<int64_t> OnnxNode::integers(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found != attributes.end() ? found->second.integers : std::vector<int64_t>();
}

const std::string& OnnxNode::input(size_t i) const {
  static const std::string none;
  return i < in.size() ? in[i] : none;
}

void each_inner(const OnnxNode& node, const std::function<void(const OnnxGraph&)>& visit) {
  for (const auto& [name, attribute] : node.attributes) {
    if (!attribute.graph) continue;
    visit(*attribute.graph);
    for (const OnnxNode& inner : attribute.graph->nodes) each_inner(inner, visit);
  }
}

Result<OnnxModel> read_onnx(std::span<const std::byte> bytes, const std::string& file,
                            const ReadExternal& external) {
  Fault fault;
  fault.begin = reinterpret_cast<const uint8_t*>(bytes.data());
  Reader reader(external, &fault);
  if (!reader.model({fault.begin, bytes.size()})) {
    const bool elsewhere = fault.code == "N3032";
    return Diag{Exit::kUnsupported, fault.code, file, fault.what,
                elsewhere
                    ? "keep the files of the model together in its folder, as regular files (cp -L follows "
                      "links), or export it as one file"
                    : "export the model again, or check the download"};
  }
  OnnxModel model = reader.take();
  const auto wrong = [&](const std::string& of, int64_t opset) {
    return Diag{Exit::kUnsupported, "N3031", file,
                of + ": need " + std::to_string(kFirstOpset) + " to " + std::to_string(kLastOpset) +
                    ", have " + std::to_string(opset),
                "export with opset_version=17, or convert it with onnx.version_converter"};
  };
  if (model.opset < kFirstOpset || model.opset > kLastOpset) return wrong("opset", model.opset);
  for (const OnnxFunction& function : model.functions)
    if (function.opset && (function.opset < kFirstOpset || function.opset > kLastOpset))
      return wrong("opset of function '" + function.name + "'", function.opset);
  return model;
}

}  // namespace nookc::onnx
