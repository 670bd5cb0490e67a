// Random models with branches, loops and variables: the interpreter, and generated code compiled in many
// ways, agree with the model's description in every run.
#include <cstring>

#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/reorder.h"
#include "tests/control/evaluate.h"
#include "tests/generated/check.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

using namespace control;
using generated::Choices;
using generated::Values;

const Tensor kNumber = {};
const Tensor kNameOfPair = {control::fb::TensorType_RESOURCE, {2}};
constexpr size_t kDeepest = 3, kMostSubgraphs = 24;

bool alike(const Tensor& a, const Tensor& b) { return a.type == b.type && a.shape == b.shape; }

// Subgraphs grow from the outermost inwards; every value is computed before it is used.
class Growing {
 public:
  // `straight`: variables without branches and loops, so that the passes run.
  Growing(Choices& choices, bool straight) : choose_(choices), straight_(straight) {}

  std::vector<Subgraph> run() {
    net_.emplace_back();
    Subgraph main;
    std::vector<Tensor> results;
    for (int i = choose_.in(1, 4); i > 0; --i) main.input(any());
    main.input(kNumber);
    if (choose_.chance(40)) assign_first(main);
    for (int i = choose_.in(1, 4); i > 0; --i) results.push_back(any());
    fill(main, results, 0);
    net_[0] = main;
    return net_;
  }

 private:
  const Tensor& any() {
    static const std::vector<Tensor> all = {kNumber, kPair, kNumber, kFlag};
    return choose_.of(all);
  }

  // An existing value of this kind, or a constant.
  int32_t value(Subgraph& g, const Tensor& like, bool fresh = false) {
    std::vector<int32_t> all;
    for (size_t t = 0; t < g.tensors.size(); ++t)
      if (alike(g.tensors[t], like) && (!fresh || g.tensors[t].data.empty()))
        all.push_back(static_cast<int32_t>(t));
    if (!all.empty() && !choose_.chance(15)) {
      const size_t back =
          choose_.chance(50) ? 0 : static_cast<size_t>(choose_.in(0, static_cast<int32_t>(all.size()) - 1));
      return all[all.size() - 1 - back];
    }
    if (alike(like, kName)) return handle(g, choose_.chance(50) ? "b" : "a");
    if (alike(like, kNameOfPair)) return handle(g, "pair");
    if (alike(like, kFlag)) return g.less(value(g, kNumber), value(g, kNumber));
    return alike(like, kPair) ? g.constant({choose_.in(0, 9), choose_.in(-4, 4)})
                              : g.constant({choose_.in(0, 5)});
  }

  static int32_t handle(Subgraph& g, const std::string& name) {
    const int32_t t = g.op(control::fb::BuiltinOperator_VAR_HANDLE, {}, name == "pair" ? kNameOfPair : kName);
    g.ops.back().name = name;
    return t;
  }
  // The initial values of variables; others are 0.
  void assign_first(Subgraph& main) {
    Subgraph once;
    for (const char* name : {"pair", "b"})
      if (choose_.chance(70)) {
        const int32_t to = handle(once, name), five = choose_.in(1, 9);
        const int32_t what = std::string(name) == "b" ? once.constant({five}) : once.constant({five, -five});
        once.ops.push_back({control::fb::BuiltinOperator_ASSIGN_VARIABLE, {to, what}, {}});
      }
    net_.push_back(once);
    main.ops.push_back({control::fb::BuiltinOperator_CALL_ONCE, {}, {}, 1});
    done_ = 2;
  }
  static const Tensor& name_of(const Tensor& kind) { return alike(kind, kPair) ? kNameOfPair : kName; }

  void fill(Subgraph& g, const std::vector<Tensor>& results, size_t depth) {
    for (int i = straight_ ? choose_.in(4, 24) : choose_.in(1, 6); i > 0; --i) {
      const size_t group = choose_.begin();
      step(g, depth);
      choose_.end(group);
    }
    for (const Tensor& t : results) g.out.push_back(value(g, t));
  }

  void step(Subgraph& g, size_t depth) {
    const Tensor& kind = choose_.chance(40) ? kPair : kNumber;
    switch (choose_.in(0, straight_ ? 7 : 9)) {
      case 0:
        g.plus(value(g, kind), value(g, kind), kind);
        break;
      case 1:
        g.op(control::fb::BuiltinOperator_SUB, {value(g, kind), value(g, kind)}, kind);
        break;
      case 2:
        g.less(value(g, kNumber), value(g, kNumber));
        break;
      case 3: {
        const Tensor column = {control::fb::TensorType_INT32, {2, 1}};
        const int32_t t = g.op(control::fb::BuiltinOperator_RESHAPE, {value(g, kPair)}, column);
        g.op(control::fb::BuiltinOperator_RESHAPE, {t}, kPair);
        break;
      }
      case 4:
      case 5:
        g.op(control::fb::BuiltinOperator_READ_VARIABLE, {value(g, name_of(kind))}, kind);
        break;
      case 6:
      case 7: {
        const int32_t name = value(g, name_of(kind)), what = value(g, kind);
        g.ops.push_back({control::fb::BuiltinOperator_ASSIGN_VARIABLE, {name, what}, {}});
        break;
      }
      case 8:
        branch(g, depth);
        break;
      case 9:
        loop(g, depth);
        break;
    }
  }

  std::vector<int32_t> operands(Subgraph& g, std::vector<Tensor>& kinds) {
    std::vector<int32_t> all;
    for (int i = choose_.in(0, 3); i > 0; --i) {
      kinds.push_back(choose_.chance(15) ? kName : choose_.chance(8) ? kNameOfPair : any());
      all.push_back(value(g, kinds.back()));
    }
    return all;
  }

  void branch(Subgraph& g, size_t depth) {
    if (depth == kDeepest || net_.size() + 2 > kMostSubgraphs) return;
    std::vector<int32_t> in = {value(g, kFlag)};
    std::vector<Tensor> kinds, results;
    for (const int32_t t : operands(g, kinds)) in.push_back(t);
    for (int i = choose_.in(1, 3); i > 0; --i) results.push_back(any());
    const int32_t then = subgraph(kinds, results, depth), other = subgraph(kinds, results, depth);
    g.branch(in, then, other, results);
  }

  int32_t subgraph(const std::vector<Tensor>& kinds, const std::vector<Tensor>& results, size_t depth) {
    if (choose_.chance(25))  // an existing one
      for (size_t i = net_.size(); i-- > done_;)
        if (fits(net_[i], kinds, results)) return static_cast<int32_t>(i);
    Subgraph inner;
    for (const Tensor& t : kinds) inner.input(t);
    fill(inner, results, depth + 1);
    net_.push_back(inner);
    return static_cast<int32_t>(net_.size()) - 1;
  }

  static bool fits(const Subgraph& g, const std::vector<Tensor>& kinds, const std::vector<Tensor>& results) {
    const auto same = [&](const std::vector<int32_t>& list, const std::vector<Tensor>& want) {
      bool all = list.size() == want.size();
      for (size_t i = 0; all && i < list.size(); ++i)
        all = alike(g.tensors[static_cast<size_t>(list[i])], want[i]);
      return all;
    };
    return same(g.in, kinds) && same(g.out, results);
  }

  // Carries i and the number of iterations; the condition and the body also do other work.
  void loop(Subgraph& g, size_t depth) {
    if (depth == kDeepest || net_.size() + 2 > kMostSubgraphs) return;
    const int32_t first = g.constant({choose_.in(0, 1)}), most = g.constant({choose_.in(0, 4)});
    std::vector<int32_t> in = {first, most};
    std::vector<Tensor> kinds = {kNumber, kNumber};
    for (const int32_t t : operands(g, kinds)) in.push_back(t);
    Subgraph until, body;
    for (const Tensor& t : kinds) until.input(t), body.input(t);
    for (int i = choose_.in(0, 2); i > 0; --i) step(until, kDeepest);
    until.out = {until.less(0, 1)};
    if (choose_.chance(30))
      until.out = {until.op(control::fb::BuiltinOperator_LESS, {0, value(until, kNumber)}, kFlag)};
    fill(body, {kinds.begin() + 2, kinds.end()}, depth + 1);
    for (size_t k = 2; k < kinds.size(); ++k)  // names are unchanged
      if (kinds[k].type == control::fb::TensorType_RESOURCE) body.out[k - 2] = body.in[k];
    body.out.insert(body.out.begin(), {body.plus(0, body.constant({1})), 1});
    net_.push_back(until), net_.push_back(body);
    g.loop(in, static_cast<int32_t>(net_.size()) - 2, static_cast<int32_t>(net_.size()) - 1);
  }

  Choices& choose_;
  bool straight_;
  std::vector<Subgraph> net_;
  size_t done_ = 1;  // the first subgraph that others may run
};

std::vector<uint8_t> element_bytes(const std::vector<int32_t>& numbers, const Tensor& t) {
  if (t.type == control::fb::TensorType_BOOL) return {static_cast<uint8_t>(numbers[0])};
  std::vector<uint8_t> bytes(numbers.size() * 4);
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

struct Drawn {
  std::vector<Subgraph> net;
  std::vector<Values> inputs, want;  // per run

  bool make(uint64_t seed, bool straight) {
    Choices choices(seed);
    net = Growing(choices, straight).run();
    Evaluator evaluator(net);
    for (int run = 0; run < 4; ++run) {
      Numbers numbers;
      for (const int32_t t : net[0].in) {
        const Tensor& like = net[0].tensors[static_cast<size_t>(t)];
        numbers.push_back({});
        const bool flag = like.type == control::fb::TensorType_BOOL;
        for (int32_t i = 0; i < like.shape[0]; ++i) numbers.back().push_back(choices.in(0, flag ? 1 : 6));
      }
      const auto results = evaluator.run(numbers);
      if (!results) return false;
      inputs.push_back(bytes(numbers, net[0].in)), want.push_back(bytes(*results, net[0].out));
    }
    return true;
  }
  Values bytes(const Numbers& numbers, const std::vector<int32_t>& tensors) const {
    Values all;
    for (size_t i = 0; i < numbers.size(); ++i)
      all.push_back(element_bytes(numbers[i], net[0].tensors[static_cast<size_t>(tensors[i])]));
    return all;
  }
};

std::string difference(const generated::Outcome& o, const Values& want) {
  if (!o.wrong.empty()) return o.wrong;
  for (size_t i = 0; i < want.size(); ++i)
    if (o.outputs[i] != want[i]) return "output " + std::to_string(i) + " differs";
  return {};
}

std::string interpreted(const Drawn& c, const std::string& tflite, uint32_t turn) {
  for (const auto setup :
       {generated::Setup::kPlain, generated::Setup::kInScratch, generated::Setup::kPacked}) {
    const auto outcomes = generated::interpret(tflite, c.inputs, setup, turn);
    for (size_t run = 0; run < outcomes.size(); ++run)
      if (const std::string wrong = difference(outcomes[run], c.want[run]); !wrong.empty())
        return "interpreter, run " + std::to_string(run) + ": " + wrong;
  }
  return {};
}

std::string compiled(const Drawn& c, const std::string& tflite, const generated::Variant& v) {
  const auto program = nookc::compile(view(tflite), "control.tflite", v.options);
  if (!program) return v.wished || v.stored ? "" : to_string(program.diag());
  const auto files = nookc::emit_c(*program, v.emit);
  if (!files) return to_string(files.diag());
  const generated::Compiled code(
      *files, v.checked ? std::vector<std::string>{"NOOK_CHECKED"} : std::vector<std::string>{});
  if (!code.ok()) return code.said();
  for (uint32_t turn = 0; turn < 2; ++turn) {
    generated::State state;
    for (size_t run = 0; run < c.inputs.size(); ++run) {
      const auto o = generated::run_whole({*program, *files, v, code}, c.inputs[run], turn, state);
      if (const std::string wrong = difference(o, c.want[run]); !wrong.empty())
        return "run " + std::to_string(run) + ": " + wrong;
    }
  }
  return {};
}

// Writes the network as a file again, with the regions as subgraphs. A file does not contain the importer's
// knowledge of a variable's initial value.
std::string written_again(const Drawn& c, const nookc::Graph& graph, uint32_t turn) {
  for (const nookc::Tensor& t : graph.tensors)
    if (t.first) return {};
  const auto file = nookc::export_tflite(graph);
  if (!file) return file.diag().code == "N3020" ? "" : to_string(file.diag());  // variables in a subgraph
  const std::string wrong = interpreted(c, *file, turn);
  return wrong.empty() ? "" : "written again, " + wrong;
}

struct Looked {
  int models = 0, reordered = 0;
};

Looked look(uint64_t first, uint64_t count, bool straight) {
  Looked looked;
  int shown = 0;
  for (uint64_t seed = first; seed < first + count && shown < 5; ++seed) {
    Drawn c;
    if (!c.make(seed, straight)) continue;
    const std::string tflite = write(c.net);
    const auto graph = nookc::import_tflite(view(tflite), "control.tflite");
    std::string wrong = graph ? interpreted(c, tflite, static_cast<uint32_t>(seed)) : to_string(graph.diag());
    if (wrong.empty()) wrong = written_again(c, *graph, static_cast<uint32_t>(seed));
    Choices choices(seed * 31 + 7);
    for (int i = 0; i < 4 && wrong.empty(); ++i) {
      generated::Variant v = i == 0 ? generated::plain() : generated::random_variant(choices, *graph);
      v.options.cores = 1;  // branches and loops are not divided
      wrong = compiled(c, tflite, v);
      if (!wrong.empty()) wrong = v.text + ": " + wrong;
    }
    ++looked.models;
    EXPECT(wrong.empty());
    if (nookc::Graph moved = graph ? *graph : nookc::Graph(); moved.regions.empty())
      looked.reordered += nookc::reorder(moved) > 0;
    if (wrong.empty()) continue;
    ++shown;
    printf("     seed %llu: %s\n", static_cast<unsigned long long>(seed), wrong.c_str());
    if (const char* folder = getenv("NOOK_KEEP"))
      (void)nookc::write_files(folder, {{std::to_string(seed) + ".tflite", tflite}});
  }
  return looked;
}

// The number of models unless the environment says otherwise: NOOK_FIRST, NOOK_COUNT.
Looked look(uint64_t count, bool straight) {
  const char *first = getenv("NOOK_FIRST"), *most = getenv("NOOK_COUNT");
  return look(first ? strtoull(first, nullptr, 10) : 1, most ? strtoull(most, nullptr, 10) : count, straight);
}

TEST(random_branches_loops_and_variables) {
  const Looked looked = look(test::kSanitized ? 40 : 150, false);
  printf("     %d models\n", looked.models);
  EXPECT(looked.models > 0);
}

TEST(random_variables_that_are_read_and_assigned_in_any_order) {
  const Looked looked = look(test::kSanitized ? 40 : 150, true);
  printf("     %d models, %d reordered\n", looked.models, looked.reordered);
  EXPECT(looked.reordered * 4 > looked.models);
}

}  // namespace
