// Writes models in which one count of the format is large and everything else is small (test_counts.py).
//
// usage: counts FOLDER [NAME COUNT]    without a name: prints the names
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>

#include "tests/hostile/net.h"

namespace hostile {
namespace {

using Ids = std::vector<int32_t>;

constexpr auto kRelu = fb::BuiltinOperator_RELU, kReshape = fb::BuiltinOperator_RESHAPE,
               kJoin = fb::BuiltinOperator_CONCATENATION;

// A network of one operator, for counts of its surroundings.
Net small() {
  Net net;
  net.output(net.chain(kRelu, net.input({1, 4}), 1));
  return net;
}

void join(Net& net, const Ids& parts) {
  int32_t size = 0;
  for (const int32_t part : parts) size += net[part].shape[0];
  const int32_t whole = net.tensor({size, 1});
  net.op(kJoin, parts, whole, fb::ConcatenationOptionsT{});
  net.output(whole);
}

// ------------------------------------------------------------------ results of one operator

Ids results(Net& net, int count, const Shape& shape) {
  Ids all;
  for (int i = 0; i < count; ++i) all.push_back(net.tensor(shape));
  return all;
}

Ids unpack(Net& net, int count) {
  const int32_t x = net.input({count, 1});
  const Ids parts = results(net, count, {1});
  fb::UnpackOptionsT options;
  options.num = count;
  net.op(fb::BuiltinOperator_UNPACK, {x}, parts[0], options);
  net.graph().operators.back()->outputs = parts;
  return parts;
}

Ids split(Net& net, int count, int32_t axis = 0) {
  const int32_t x = net.input(axis == 0 ? Shape{count, 1} : Shape{2, count});
  const Ids parts = results(net, count, axis == 0 ? Shape{1, 1} : Shape{2, 1});
  fb::SplitOptionsT options;
  options.num_splits = count;
  net.op(fb::BuiltinOperator_SPLIT, {net.integers({}, {axis}), x}, parts[0], options);
  net.graph().operators.back()->outputs = parts;
  return parts;
}

Ids split_v(Net& net, int count) {
  const int32_t x = net.input({count, 1});
  const Ids parts = results(net, count, {1, 1});
  fb::SplitVOptionsT options;
  options.num_splits = count;
  const int32_t sizes = net.integers({count}, Ids(static_cast<size_t>(count), 1));
  net.op(fb::BuiltinOperator_SPLIT_V, {x, sizes, net.integers({}, {0})}, parts[0], options);
  net.graph().operators.back()->outputs = parts;
  return parts;
}

// Each result is read by a separate operator; their results are joined.
void read_each(Net& net, const Ids& parts) {
  Ids ends;
  for (const int32_t part : parts) {
    ends.push_back(net.tensor({1, 1}));
    fb::ReshapeOptionsT options;
    net.op(kRelu, {part}, ends.back(), options);
    net[ends.back()].shape = net[part].shape;
  }
  if (net[ends[0]].shape.size() == 2) return join(net, ends);
  const int32_t whole = net.tensor({static_cast<int32_t>(ends.size()), 1});
  fb::PackOptionsT options;
  options.values_count = static_cast<int32_t>(ends.size());
  net.op(fb::BuiltinOperator_PACK, ends, whole, options);
  net.output(whole);
}

// Some of the results are outputs, which can't be part of another tensor.
void give_some(Net& net, const Ids& parts) {
  const size_t few = std::min<size_t>(parts.size(), 100);
  for (size_t i = 0; i < few; ++i) net.output(parts[i]);
}

// Several operators with many results each.
void many_splits(Net& net, int count) {
  const int each = 500;
  for (int k = 0; k < count / each; ++k) give_some(net, unpack(net, each));
  if (net.graph().outputs.size() > 1000) net.graph().outputs.resize(1000);
}

// ------------------------------------------------------------------ operands of one operator

Ids relus(Net& net, int count) {
  const int32_t x = net.input({1, 1});
  Ids all;
  for (int i = 0; i < count; ++i) all.push_back(net.chain(kRelu, x, 1));
  return all;
}

Ids constants(Net& net, int count) {
  Ids all = {net.input({1, 1})};
  for (int i = 0; i < count; ++i) all.push_back(net.constant({1, 1}, 0.5f));
  return all;
}

void pack(Net& net, const Ids& parts) {
  const int32_t count = static_cast<int32_t>(parts.size()), whole = net.tensor({count, 1, 1});
  fb::PackOptionsT options;
  options.values_count = count;
  net.op(fb::BuiltinOperator_PACK, parts, whole, options);
  net.output(whole);
}

void add_n(Net& net, const Ids& parts) {
  const int32_t sum = net.tensor({1, 1});
  net.op(fb::BuiltinOperator_ADD_N, parts, sum, fb::AddNOptionsT{});
  net.output(sum);
}

// Half of the tensors live until the end, while the others overwrite each other in place.
void kept_beside_chain(Net& net, int count) {
  const int32_t x = net.input({1, 1});
  Ids kept;
  int32_t at = x;
  for (int i = 0; i < count; ++i) {
    kept.push_back(net.chain(kRelu, x, 1));
    at = net.chain(kRelu, at, 1);
  }
  kept.push_back(at);
  join(net, kept);
}

// Each result is used only after all later ones, as between an encoder and a decoder.
void skips(Net& net, int count) {
  Ids made = {net.input({1, 1})};
  for (int i = 0; i < count; ++i) made.push_back(net.chain(kRelu, made.back(), 1));
  int32_t sum = made.back();
  for (int i = count; i-- > 0;) {
    const int32_t next = net.tensor({1, 1});
    net.op(fb::BuiltinOperator_ADD, {made[static_cast<size_t>(i)], sum}, next, fb::AddOptionsT{});
    sum = next;
  }
  net.output(sum);
}

// ------------------------------------------------------------------ subgraphs

fb::SubGraphT& subgraph(Net& net) {
  net.model.subgraphs.push_back(std::make_unique<fb::SubGraphT>());
  return *net.model.subgraphs.back();
}

int32_t add(fb::SubGraphT& graph, fb::TensorType type, Shape shape, uint32_t buffer = 0) {
  auto tensor = std::make_unique<fb::TensorT>();
  tensor->type = type, tensor->shape = std::move(shape), tensor->name = "t", tensor->buffer = buffer;
  graph.tensors.push_back(std::move(tensor));
  return static_cast<int32_t>(graph.tensors.size()) - 1;
}

template <class Options>
void add(Net& net, fb::SubGraphT& graph, fb::BuiltinOperator code, Ids in, Ids out, Options options) {
  auto node = std::make_unique<fb::OperatorT>();
  node->opcode_index = net.code_of(code);
  node->inputs = std::move(in), node->outputs = std::move(out);
  node->builtin_options.Set(std::move(options));
  graph.operators.push_back(std::move(node));
}

fb::IfOptionsT branches(int32_t yes, int32_t no) {
  fb::IfOptionsT options;
  options.then_subgraph_index = yes, options.else_subgraph_index = no;
  return options;
}

// Inputs and outputs of a subgraph that takes a bool and a float and computes a function of the float.
void unary(Net& net, fb::SubGraphT& graph) {
  const int32_t condition = add(graph, fb::TensorType_BOOL, {1}), x = add(graph, fb::TensorType_FLOAT32, {4}),
                y = add(graph, fb::TensorType_FLOAT32, {4});
  add(net, graph, kRelu, {x}, {y}, fb::ReshapeOptionsT{});
  graph.operators.back()->builtin_options.Reset();
  graph.inputs = {condition, x}, graph.outputs = {y};
}

// IF in IF in IF ...; `both`: both branches run the next one.
Net nested_ifs(int count, bool both) {
  Net net;
  for (int i = 1; i < count; ++i) subgraph(net);
  unary(net, subgraph(net));
  const auto end = static_cast<int32_t>(net.model.subgraphs.size()) - 1;
  for (int32_t i = 0; i < end; ++i) {
    fb::SubGraphT& graph = *net.model.subgraphs[static_cast<size_t>(i)];
    const int32_t c = add(graph, fb::TensorType_BOOL, {1}), x = add(graph, fb::TensorType_FLOAT32, {4}),
                  y = add(graph, fb::TensorType_FLOAT32, {4});
    graph.inputs = {c, x}, graph.outputs = {y};
    add(net, graph, fb::BuiltinOperator_IF, {c, c, x}, {y}, branches(i + 1, both ? i + 1 : end));
  }
  return net;
}

// A sequence of IFs with the same two subgraphs.
Net ifs_in_row(int count) {
  Net net;
  fb::SubGraphT& graph = net.graph();
  const int32_t c = add(graph, fb::TensorType_BOOL, {1});
  int32_t x = add(graph, fb::TensorType_FLOAT32, {4});
  graph.inputs = {c, x};
  for (int i = 0; i < count; ++i) {
    const int32_t y = add(graph, fb::TensorType_FLOAT32, {4});
    add(net, graph, fb::BuiltinOperator_IF, {c, c, x}, {y}, branches(1, 2));
    x = y;
  }
  graph.outputs = {x};
  for (int i = 0; i < 2; ++i) unary(net, subgraph(net));
  return net;
}

// A WHILE with many carried values, all but the first of which its body returns unchanged.
Net carried(int count, bool change) {
  Net net;
  const auto values = [&](fb::SubGraphT& graph) {
    Ids all = {add(graph, fb::TensorType_BOOL, {1})};
    for (int i = 0; i < count; ++i) all.push_back(add(graph, fb::TensorType_FLOAT32, {4}));
    return all;
  };
  Ids in = {add(net.graph(), fb::TensorType_BOOL, {1}), add(net.graph(), fb::TensorType_FLOAT32, {4})};
  net.graph().inputs = in;
  in.resize(static_cast<size_t>(count) + 1, in[1]);
  const Ids out = values(net.graph());
  net.graph().outputs = {out.back()};
  fb::WhileOptionsT options;
  options.cond_subgraph_index = 1, options.body_subgraph_index = 2;
  add(net, net.graph(), fb::BuiltinOperator_WHILE, in, out, options);
  fb::SubGraphT& condition = subgraph(net);
  condition.inputs = values(condition), condition.outputs = {condition.inputs[0]};
  fb::SubGraphT& body = subgraph(net);
  body.inputs = values(body), body.outputs = body.inputs;
  for (size_t i = 1; change && i < body.inputs.size(); ++i) {
    body.outputs[i] = add(body, fb::TensorType_FLOAT32, {4});
    add(net, body, kRelu, {body.inputs[i]}, {body.outputs[i]}, fb::ReshapeOptionsT{});
    body.operators.back()->builtin_options.Reset();
  }
  return net;
}

void idle_subgraphs(Net& net, int count) {
  for (int i = 0; i < count; ++i) unary(net, subgraph(net));
}

// Many CALL_ONCE of a subgraph that sets many variables.
Net calls(int count, int variables) {
  Net net = small();
  fb::CallOnceOptionsT once;
  once.init_subgraph_index = 1;
  for (int i = 0; i < count; ++i) add(net, net.graph(), fb::BuiltinOperator_CALL_ONCE, {}, {}, once);
  fb::SubGraphT& first = subgraph(net);
  const uint32_t buffer = net.buffer(std::vector<uint8_t>(16));
  for (int i = 0; i < variables; ++i) {
    const int32_t handle = add(first, fb::TensorType_RESOURCE, {}),
                  value = add(first, fb::TensorType_FLOAT32, {4}, buffer);
    fb::VarHandleOptionsT name;
    name.shared_name = "v" + std::to_string(i);
    add(net, first, fb::BuiltinOperator_VAR_HANDLE, {}, {handle}, name);
    add(net, first, fb::BuiltinOperator_ASSIGN_VARIABLE, {handle, value}, {}, fb::AssignVariableOptionsT{});
  }
  std::ranges::rotate(net.graph().operators, net.graph().operators.begin() + 1);
  return net;
}

void variables(Net& net, int count) {
  int32_t x = net.input({1, 4});
  for (int i = 0; i < count; ++i) {
    const int32_t state = net.tensor({1, 4}), next = net.tensor({1, 4});
    net[state].is_variable = true;
    net.op(fb::BuiltinOperator_ADD, {x, state}, next, fb::AddOptionsT{});
    x = next;
  }
  net.output(x);
}

// ------------------------------------------------------------------ lists of the file

void dimensions(Net& net, int count) {
  net.output(net.chain(kReshape, net.input(Shape(static_cast<size_t>(count), 1)), 1));
}

void new_shape(Net& net, int count) {
  const int32_t x = net.input({1, 4}), y = net.tensor({1, 4});
  fb::ReshapeOptionsT options;
  options.new_shape.assign(static_cast<size_t>(count), 1);
  net.op(kReshape, {x}, y, options);
  net.graph().operators.back()->builtin_options.Set(std::move(options));
  net.output(y);
}

void squeezed(Net& net, int count) {
  const int32_t x = net.input({1, 4}), y = net.tensor({4});
  fb::SqueezeOptionsT options;
  options.squeeze_dims.assign(static_cast<size_t>(count), 0);
  net.op(fb::BuiltinOperator_SQUEEZE, {x}, y, options);
  net.output(y);
}

// One scale per output of a layer with one input.
void scales(Net& net, int count) {
  const int32_t x = net.input({1, 1}), w = net.constant({count, 1}), y = net.tensor({1, count});
  net[w].quantization->scale.assign(static_cast<size_t>(count), 0.01f);
  net[w].quantization->zero_point.assign(static_cast<size_t>(count), 0);
  net.op(fb::BuiltinOperator_FULLY_CONNECTED, {x, w, -1}, y, fb::FullyConnectedOptionsT{});
  net.output(y);
}

void signatures(Net& net, int count) {
  for (int i = 0; i < count; ++i) {
    auto one = std::make_unique<fb::SignatureDefT>();
    one->signature_key = "s" + std::to_string(i);
    for (auto* side : {&one->inputs, &one->outputs}) {
      side->push_back(std::make_unique<fb::TensorMapT>());
      side->back()->name = "x", side->back()->tensor_index = side == &one->inputs ? 0 : 1;
    }
    net.model.signature_defs.push_back(std::move(one));
  }
}

// Names in one signature; the interface's names come last.
void signature_names(Net& net, int count) {
  auto one = std::make_unique<fb::SignatureDefT>();
  for (int i = 0; i < count; ++i)
    for (auto* side : {&one->inputs, &one->outputs}) {
      side->push_back(std::make_unique<fb::TensorMapT>());
      side->back()->name = "n" + std::to_string(i);
      side->back()->tensor_index = (side == &one->inputs ? 0 : 1) + (i + 1 < count ? 1 : 0);
    }
  net.model.signature_defs.push_back(std::move(one));
}

void metadata(Net& net, int count) {
  for (int i = 0; i < count; ++i) {
    net.model.metadata.push_back(std::make_unique<fb::MetadataT>());
    net.model.metadata.back()->name = "m" + std::to_string(i);
  }
}

void buffers(Net& net, int count) {
  for (int i = 0; i < count; ++i) net.buffer({1, 2, 3, 4});
}

void operator_codes(Net& net, int count) {
  for (int i = 0; i < count; ++i) {
    net.model.operator_codes.push_back(std::make_unique<fb::OperatorCodeT>());
    net.model.operator_codes.back()->builtin_code = fb::BuiltinOperator_CUSTOM;
    net.model.operator_codes.back()->deprecated_builtin_code = fb::BuiltinOperator_CUSTOM;
    net.model.operator_codes.back()->custom_code = "c" + std::to_string(i);
  }
}

void description(Net& net, int count) { net.model.description.assign(static_cast<size_t>(count), 'd'); }

void custom_options(Net& net, int count) {
  const int32_t x = net.input({1, 4}), y = net.tensor({1, 4});
  net.op(fb::BuiltinOperator_CUSTOM, {x}, y, fb::ReshapeOptionsT{});
  net.graph().operators.back()->custom_options.assign(static_cast<size_t>(count), 1);
  net.model.operator_codes.back()->custom_code.assign(static_cast<size_t>(count), 'c');
  net.output(y);
}

// ------------------------------------------------------------------ readers of one tensor

// Slices of one tensor, which may all be views.
void slices(Net& net, int count) {
  const int32_t x = net.input({count, 1});
  Ids parts;
  for (int i = 0; i < count; ++i) {
    parts.push_back(net.tensor({1, 1}));
    net.op(fb::BuiltinOperator_SLICE, {x, net.integers({2}, {i, 0}), net.integers({2}, {1, 1})}, parts.back(),
           fb::SliceOptionsT{});
  }
  read_each(net, parts);
}

void reshapes(Net& net, int count) {
  const int32_t x = net.chain(kRelu, net.input({1, 4}), 1);
  Ids parts;
  for (int i = 0; i < count; ++i) parts.push_back(net.chain(kReshape, x, 1));
  join(net, parts);
  net[net.graph().outputs[0]].shape = {count, 4};
}

struct Count {
  const char* name;
  int most;  // for tests; the limits are 32,768 operators, 131,072 operands and 65,536 tensors
  std::function<void(Net&, int)> grow;
};

// Grows a small network.
template <void (*grow)(Net&, int)>
void after_small(Net& n, int count) {
  n = small();
  grow(n, count);
}

const Count kCounts[] = {
    {"unpack", 20000, [](Net& n, int c) { read_each(n, unpack(n, c)); }},
    {"unpack_outputs", 30000, [](Net& n, int c) { give_some(n, unpack(n, c)); }},
    {"split", 20000, [](Net& n, int c) { read_each(n, split(n, c)); }},
    {"split_columns", 20000, [](Net& n, int c) { give_some(n, split(n, c, 1)); }},
    {"split_outputs", 30000, [](Net& n, int c) { give_some(n, split(n, c)); }},
    {"split_v_outputs", 30000, [](Net& n, int c) { give_some(n, split_v(n, c)); }},
    {"many_splits", 30000, many_splits},
    {"concatenation", 30000, [](Net& n, int c) { join(n, relus(n, c)); }},
    {"concatenation_of_one", 100000,
     [](Net& n, int c) {
       join(n, Ids(static_cast<size_t>(c), n.input({1, 1})));
     }},
    {"concatenation_of_constants", 50000, [](Net& n, int c) { join(n, constants(n, c)); }},
    {"concatenation_of_parts", 30000, [](Net& n, int c) { join(n, split(n, c)); }},
    {"pack", 30000, [](Net& n, int c) { pack(n, relus(n, c)); }},
    {"pack_of_one", 100000,
     [](Net& n, int c) {
       pack(n, Ids(static_cast<size_t>(c), n.input({1, 1})));
     }},
    {"add_n", 30000, [](Net& n, int c) { add_n(n, relus(n, c)); }},
    {"add_n_of_one", 100000,
     [](Net& n, int c) {
       add_n(n, Ids(static_cast<size_t>(c), n.input({1, 1})));
     }},
    {"kept_beside_chain", 15000, kept_beside_chain},
    {"skips", 15000, skips},
    {"nested_ifs", 4000, [](Net& n, int c) { n = nested_ifs(c, false); }},
    {"doubled_ifs", 4000, [](Net& n, int c) { n = nested_ifs(c, true); }},
    {"ifs_in_row", 15000, [](Net& n, int c) { n = ifs_in_row(c); }},
    {"carried", 12000, [](Net& n, int c) { n = carried(c, false); }},
    {"carried_and_changed", 10000, [](Net& n, int c) { n = carried(c, true); }},
    {"idle_subgraphs", 10000, after_small<idle_subgraphs>},
    {"calls", 15000, [](Net& n, int c) { n = calls(c, c / 2); }},
    {"variables", 20000, variables},
    {"dimensions", 1000000, dimensions},
    {"new_shape", 1000000, new_shape},
    {"squeezed", 1000000, squeezed},
    {"scales", 500000, scales},
    {"slices", 10000, slices},
    {"reshapes", 15000, reshapes},
    {"custom_options", 1000000, custom_options},
    {"signatures", 50000, after_small<signatures>},
    {"signature_names", 50000, after_small<signature_names>},
    {"metadata", 100000, after_small<metadata>},
    {"buffers", 100000, after_small<buffers>},
    {"operator_codes", 100000, after_small<operator_codes>},
    {"description", 2000000, after_small<description>},
};

}  // namespace
}  // namespace hostile

int main(int argc, char** argv) {
  for (const hostile::Count& one : hostile::kCounts) {
    if (argc < 4) {
      std::printf("%s %d\n", one.name, one.most);
    } else if (one.name == std::string(argv[2])) {
      hostile::Net net;
      one.grow(net, std::atoi(argv[3]));
      net.write(argv[1] + ("/" + std::string(one.name)) + ".tflite");
      return 0;
    }
  }
  return argc < 4 ? 0 : 2;
}
