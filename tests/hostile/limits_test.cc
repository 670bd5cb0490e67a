// Every limit of docs/reliability.md on both sides: a model at the limit is accepted, a model that exceeds it
// by one is refused, and the message names both numbers.
#include <functional>
#include <numeric>

#include "nookc/core/model_size.h"
#include "nookc/middle/plan/solving/task.h"
#include "tests/hostile/net.h"
#include "tests/test.h"

namespace {

using hostile::Net;
namespace fb = hostile::fb;

// The numbers as documented, not from the sources.
constexpr int kOperators = 32768, kTensors = 65536, kOperands = 131072, kInterface = 1024, kName = 1024,
              kPools = 64;

nookc::Status status_of_sizes(const Net& net) {
  const std::vector<char> bytes = net.bytes();
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  EXPECT(model);
  return nookc::check_model_size(*model, "limits.tflite");
}

// Adds a subgraph with this many operators, tensors, inputs and outputs.
void subgraph(Net& net, int operators, int tensors, int inputs, int outputs, int operands_of_each = 2) {
  net.model.subgraphs.push_back(std::make_unique<fb::SubGraphT>());
  fb::SubGraphT& graph = *net.model.subgraphs.back();
  for (int i = 0; i < tensors; ++i) {
    graph.tensors.push_back(std::make_unique<fb::TensorT>());
    graph.tensors.back()->shape = {1}, graph.tensors.back()->type = fb::TensorType_INT8;
  }
  for (int i = 0; i < operators; ++i) {
    graph.operators.push_back(std::make_unique<fb::OperatorT>());
    graph.operators.back()->inputs.assign(static_cast<size_t>(operands_of_each - 1), 0);
    graph.operators.back()->outputs = {0};
  }
  graph.inputs.assign(static_cast<size_t>(inputs), 0);
  graph.outputs.assign(static_cast<size_t>(outputs), 0);
}

Net empty() {
  Net net;
  net.op(fb::BuiltinOperator_RELU, {net.input({1})}, net.tensor({1}));
  net.output(1);
  return net;
}

// A net with `count` of the limited quantity, in two subgraphs if all subgraphs are counted together.
struct Limit {
  const char* what;
  int most;
  std::function<void(Net&, int)> fill;
};

const Limit kLimits[] = {
    {"operators", kOperators,
     [](Net& net, int n) {
       subgraph(net, n / 2, 1, 0, 0);
       subgraph(net, n - n / 2 - 1, 1, 0, 0);
     }},
    {"tensors", kTensors,
     [](Net& net, int n) {
       subgraph(net, 0, n / 2, 0, 0);
       subgraph(net, 0, n - n / 2 - 2, 0, 0);
     }},
    {"operands of all operators", kOperands,
     [](Net& net, int n) {
       subgraph(net, n / 8, 1, 0, 0, 4);
       subgraph(net, 1, 1, 0, 0, n - n / 8 * 4 - 2);
     }},
    {"inputs", kInterface, [](Net& net, int n) { subgraph(net, 0, 1, n, 0); }},
    {"outputs", kInterface, [](Net& net, int n) { subgraph(net, 0, 1, 0, n); }},
};

}  // namespace

TEST(a_model_of_the_largest_size_is_accepted_and_one_more_is_refused_with_both_numbers) {
  for (const Limit& limit : kLimits) {
    Net most = empty(), more = empty();
    limit.fill(most, limit.most);
    limit.fill(more, limit.most + 1);
    const nookc::Status taken = status_of_sizes(most), refused = status_of_sizes(more);
    EXPECT(taken && !refused);
    if (!taken) printf("     %s\n", to_string(taken.diag()).c_str());
    if (refused) continue;
    EXPECT(refused.diag().code == "N3019");
    EXPECT(refused.diag().what == std::string(limit.what) + ": need " + std::to_string(limit.most) +
                                      " at most, have " + std::to_string(limit.most + 1));
  }
}

TEST(names_are_cut_at_the_limit_and_at_a_whole_character) {
  for (const char* character : {"a", "\u00e4", "\u20ac", "\U0001F600"}) {
    const size_t bytes = std::strlen(character);
    for (size_t before = 0; before < bytes; ++before) {
      std::string name(before, 'x');
      while (name.size() + bytes <= kName) name += character;
      EXPECT(nookc::model_text({name.data(), name.size()}) == name);
      const std::string longer = name + character;
      std::string cut(nookc::model_text({longer.data(), longer.size()}));
      EXPECT(cut == name);
    }
  }
}

// A longer text in which the rest of a character follows: only the bytes of the name may be examined.
TEST(a_name_as_long_as_the_limit_is_whole_whatever_comes_after_it) {
  const std::string name(kName, 'x'), text = name + "\xA4\xA4";
  EXPECT(nookc::model_text({text.data(), name.size()}) == name);
}

TEST(a_planning_problem_has_as_many_pools_as_the_limit_says) {
  for (int pools : {kPools, kPools + 1}) {
    nookc::Task task;
    task.source = "limits";
    for (int i = 0; i < pools; ++i) task.pools.emplace_back().name = "p" + std::to_string(i);
    const nookc::Status status = check_task(task);
    EXPECT(static_cast<bool>(status) == (pools == kPools));
    if (!status) EXPECT(status.diag().code == "N2010");
  }
}
