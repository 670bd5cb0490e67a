#include "tests/generated/outline.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "tests/generated/choices.h"
#include "tests/model/objects.h"

namespace generated {
namespace {

namespace fb = objects::fb;

class Outline {
 public:
  Outline(fb::ModelT& model, Choices& choices) : m_(model), main_(*model.subgraphs[0]), choose_(choices) {}

  size_t numbers = 0;

  bool once() {
    const auto count = static_cast<int32_t>(main_.operators.size());
    const int32_t first = choose_.in(0, count - 1), last = choose_.in(first, count - 1);
    if (!find_operands(first, last)) return false;
    std::vector<std::unique_ptr<fb::OperatorT>> made;
    choose_.chance(50) ? branch(first, last, made) : loop(first, last, made);
    auto& ops = main_.operators;
    ops.erase(ops.begin() + first, ops.begin() + last + 1);
    ops.insert(ops.begin() + first, std::make_move_iterator(made.begin()),
               std::make_move_iterator(made.end()));
    return true;
  }

 private:
  fb::TensorT& tensor(int32_t t) { return *main_.tensors[static_cast<size_t>(t)]; }
  bool constant(int32_t t) { return !m_.buffers[tensor(t).buffer]->data.empty(); }

  // Finds the tensors that the operators first to last read from before, and the tensors that later operators
  // read from them.
  bool find_operands(int32_t first, int32_t last) {
    std::set<int32_t> made, read, kept;
    std::set<int32_t> later(main_.outputs.begin(), main_.outputs.end());
    for (int32_t i = 0; i < static_cast<int32_t>(main_.operators.size()); ++i) {
      const fb::OperatorT& op = *main_.operators[static_cast<size_t>(i)];
      for (const int32_t t : op.inputs) {
        if (t < 0 || (constant(t) && !tensor(t).is_variable)) continue;
        if (i > last) later.insert(t);
        if (i < first || i > last) continue;
        if (tensor(t).is_variable) return false;
        if (!made.contains(t)) read.insert(t);
      }
      for (const int32_t t : op.outputs) {
        if (i < first || i > last) continue;
        if (tensor(t).is_variable || tensor(t).type == fb::TensorType_RESOURCE) return false;
        made.insert(t);
      }
      if (i >= first && i <= last && keeps(op)) return false;
    }
    in_.assign(read.begin(), read.end()), out_.clear();
    for (const int32_t t : made)
      if (later.contains(t)) out_.push_back(t);
    return !out_.empty();
  }

  // Custom operators may have hidden state that reveals how often they run.
  bool keeps(const fb::OperatorT& op) {
    return m_.operator_codes[op.opcode_index]->builtin_code == fb::BuiltinOperator_CUSTOM;
  }

  uint32_t code(fb::BuiltinOperator wanted) {
    for (uint32_t i = 0; i < m_.operator_codes.size(); ++i)
      if (m_.operator_codes[i]->builtin_code == wanted) return i;
    auto added = std::make_unique<fb::OperatorCodeT>();
    added->builtin_code = wanted, added->deprecated_builtin_code = static_cast<int8_t>(wanted);
    added->version = 1;
    m_.operator_codes.push_back(std::move(added));
    return static_cast<uint32_t>(m_.operator_codes.size()) - 1;
  }

  static int32_t add(fb::SubGraphT& g, fb::TensorType type, uint32_t buffer = 0) {
    auto t = std::make_unique<fb::TensorT>();
    t->shape = {1}, t->type = type, t->buffer = buffer;
    t->name = "n" + std::to_string(g.tensors.size());
    g.tensors.push_back(std::move(t));
    return static_cast<int32_t>(g.tensors.size()) - 1;
  }
  int32_t number(fb::SubGraphT& g, int32_t value) {
    auto buffer = std::make_unique<fb::BufferT>();
    for (int i = 0; i < 4; ++i) buffer->data.push_back(static_cast<uint8_t>(value >> 8 * i));
    m_.buffers.push_back(std::move(buffer));
    return add(g, fb::TensorType_INT32, static_cast<uint32_t>(m_.buffers.size()) - 1);
  }
  int32_t asked() {  // adds an input
    ++numbers;
    const int32_t t = add(main_, fb::TensorType_INT32);
    main_.inputs.push_back(t);
    return t;
  }
  std::unique_ptr<fb::OperatorT> op(fb::BuiltinOperator what, std::vector<int32_t> in,
                                    std::vector<int32_t> out) {
    auto made = std::make_unique<fb::OperatorT>();
    made->opcode_index = code(what), made->inputs = std::move(in), made->outputs = std::move(out);
    return made;
  }

  // Moves the operators into a new subgraph; `before`: tensors that it receives and passes on.
  int32_t subgraph(int32_t first, int32_t last, const std::vector<std::unique_ptr<fb::TensorT>>& before) {
    auto g = std::make_unique<fb::SubGraphT>();
    std::map<int32_t, int32_t> there = {{-1, -1}};
    for (const auto& t : before) {
      g->inputs.push_back(static_cast<int32_t>(g->tensors.size()));
      g->tensors.push_back(std::make_unique<fb::TensorT>(*t));
    }
    const auto copy = [&](int32_t t) {
      const auto [at, fresh] = there.try_emplace(t, static_cast<int32_t>(g->tensors.size()));
      if (fresh) g->tensors.push_back(std::make_unique<fb::TensorT>(tensor(t)));
      return at->second;
    };
    for (const int32_t t : in_) g->inputs.push_back(copy(t));
    for (int32_t i = first; i <= last; ++i) {
      auto moved = std::make_unique<fb::OperatorT>(*main_.operators[static_cast<size_t>(i)]);
      for (int32_t& t : moved->inputs) t = copy(t);
      for (int32_t& t : moved->outputs) t = copy(t);
      g->operators.push_back(std::move(moved));
    }
    for (const int32_t t : out_) g->outputs.push_back(copy(t));
    m_.subgraphs.push_back(std::move(g));
    return static_cast<int32_t>(m_.subgraphs.size()) - 1;
  }

  void branch(int32_t first, int32_t last, std::vector<std::unique_ptr<fb::OperatorT>>& made) {
    const int32_t flag = add(main_, fb::TensorType_BOOL);
    made.push_back(op(fb::BuiltinOperator_LESS, {asked(), number(main_, 2)}, {flag}));
    std::vector<int32_t> in = in_;
    in.insert(in.begin(), flag);
    made.push_back(op(fb::BuiltinOperator_IF, in, out_));
    fb::IfOptionsT options;
    options.then_subgraph_index = subgraph(first, last, {});
    options.else_subgraph_index =
        choose_.chance(30) ? options.then_subgraph_index : subgraph(first, last, {});
    made.back()->builtin_options.Set(options);
  }

  // Carries the iteration number, the number of iterations, the inputs of the operators, and their results.
  void loop(int32_t first, int32_t last, std::vector<std::unique_ptr<fb::OperatorT>>& made) {
    auto until = std::make_unique<fb::SubGraphT>();
    std::vector<int32_t> in = {number(main_, -1), asked()},
                         out = {add(main_, fb::TensorType_INT32), add(main_, fb::TensorType_INT32)};
    in.insert(in.end(), in_.begin(), in_.end());
    for (const int32_t t : in_) {
      out.push_back(static_cast<int32_t>(main_.tensors.size()));
      main_.tensors.push_back(std::make_unique<fb::TensorT>(tensor(t)));
      main_.tensors.back()->name += "_still";
    }
    for (const int32_t t : out_) {  // zeros, which are never visible
      in.push_back(static_cast<int32_t>(main_.tensors.size()));
      auto zeros = std::make_unique<fb::TensorT>(tensor(t));
      auto bytes = std::make_unique<fb::BufferT>();
      bytes->data.resize(bytes_of(*zeros));
      m_.buffers.push_back(std::move(bytes));
      zeros->buffer = static_cast<uint32_t>(m_.buffers.size()) - 1, zeros->name += "_zeros";
      main_.tensors.push_back(std::move(zeros));
      out.push_back(t);
    }
    for (const int32_t t : in) {
      until->inputs.push_back(static_cast<int32_t>(until->tensors.size()));
      until->tensors.push_back(std::make_unique<fb::TensorT>(tensor(t)));
      until->tensors.back()->buffer = 0;
    }
    until->outputs = {add(*until, fb::TensorType_BOOL)};
    until->operators.push_back(op(fb::BuiltinOperator_LESS, {0, 1}, until->outputs));
    const int32_t body = loop_body(first, last);
    m_.subgraphs.push_back(std::move(until));
    made.push_back(op(fb::BuiltinOperator_WHILE, in, out));
    fb::WhileOptionsT options;
    options.cond_subgraph_index = static_cast<int32_t>(m_.subgraphs.size()) - 1;
    options.body_subgraph_index = body;
    made.back()->builtin_options.Set(options);
  }

  int32_t loop_body(int32_t first, int32_t last) {
    std::vector<std::unique_ptr<fb::TensorT>> before;
    for (int i = 0; i < 2; ++i) {
      before.push_back(std::make_unique<fb::TensorT>());
      before.back()->shape = {1}, before.back()->type = fb::TensorType_INT32;
      before.back()->name = i ? "most" : "turn";
    }
    const int32_t body = subgraph(first, last, before);
    fb::SubGraphT& g = *m_.subgraphs[static_cast<size_t>(body)];
    const int32_t next = add(g, fb::TensorType_INT32);
    std::vector<int32_t> outputs = g.inputs;
    outputs[0] = next;
    g.operators.push_back(op(fb::BuiltinOperator_ADD, {0, number(g, 1)}, {next}));
    g.operators.back()->builtin_options.Set(fb::AddOptionsT());
    for (const int32_t t : out_) {
      g.inputs.push_back(static_cast<int32_t>(g.tensors.size()));
      g.tensors.push_back(std::make_unique<fb::TensorT>(tensor(t)));
    }
    outputs.insert(outputs.end(), g.outputs.begin(), g.outputs.end());
    g.outputs = outputs;
    return body;
  }

  static size_t bytes_of(const fb::TensorT& t) {
    size_t bytes = 1;
    for (const int32_t n : t.shape) bytes *= static_cast<size_t>(n);
    switch (t.type) {
      case fb::TensorType_FLOAT32:
      case fb::TensorType_INT32:
      case fb::TensorType_UINT32:
        return 4 * bytes;
      case fb::TensorType_INT16:
        return 2 * bytes;
      case fb::TensorType_INT64:
        return 8 * bytes;
      default:
        return bytes;
    }
  }

  fb::ModelT& m_;
  fb::SubGraphT& main_;
  Choices& choose_;
  std::vector<int32_t> in_, out_;
};

}  // namespace

std::optional<Outlined> outline(const std::string& tflite, uint64_t seed) {
  const std::unique_ptr<fb::ModelT> read = objects::read(tflite.data());
  fb::ModelT& model = *read;
  if (model.subgraphs.size() != 1 || model.subgraphs[0]->operators.empty()) return {};
  Choices choices(seed);
  Outline outline(model, choices);
  for (int32_t i = choices.in(1, 3); i > 0; --i) outline.once();
  if (outline.numbers == 0) return {};
  return Outlined{objects::written(model), outline.numbers};
}

}  // namespace generated
