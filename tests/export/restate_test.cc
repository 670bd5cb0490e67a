// Shapes that a file records inside are computed again from its inputs'.
#include "nookc/front/borders/restate.h"

#include <map>
#include <set>

#include "nook/model/model.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/front/shapes/infer.h"
#include "tests/generated/random_graph.h"
#include "tests/test.h"

namespace {

using nookc::Graph;
using nookc::InputFacts;
using nookc::Node;
using nookc::Tensor;
using nookc::TensorId;

using FileBytes = std::vector<std::byte>;

FileBytes file_of(const Graph& graph) {
  const auto made = nookc::export_tflite(graph);
  EXPECT(made);
  const std::byte* const first = reinterpret_cast<const std::byte*>(made->data());
  return {first, first + made->size()};
}

// The tensors whose shapes follow from others: the options of custom operators state theirs.
std::set<std::string> following(const Graph& graph) {
  std::set<std::string> names;
  for (const Node& node : graph.nodes)
    for (const TensorId t : node.out)
      if (!nook::is_custom(nookc::op_code(node)) && !graph[t].variable) names.insert(graph[t].name);
  return names;
}

// Makes all dimensions of these tensors 1 in the file.
void forget_shapes(FileBytes* file, const std::set<std::string>& names) {
  const auto model = nook::Model::open({reinterpret_cast<const uint8_t*>(file->data()), file->size()});
  EXPECT(model);
  const nook::SubgraphView graph = model->subgraph(0);
  for (uint32_t i = 0; i < graph.tensor_count(); ++i) {
    const nook::Span<const char> name = graph.tensor(i).name();
    if (!names.contains({name.begin(), name.end()})) continue;
    const nook::Span<const int32_t> shape = graph.tensor(i).shape().span();
    for (size_t d = 0; d < shape.size(); ++d) const_cast<int32_t&>(shape[d]) = 1;
  }
}

InputFacts shapes_of_inputs(const Graph& graph) {
  InputFacts facts;
  for (const TensorId t : graph.inputs) {
    const nook::Shape& shape = graph[t].shape;
    facts.shapes[graph[t].name] = {shape.dim, shape.dim + shape.rank};
  }
  return facts;
}

// Names of tensors whose shapes differ in two graphs.
std::string differences(const Graph& want, const Graph& have) {
  std::map<std::string, nook::Shape> shapes;
  for (const Tensor& t : have.tensors) shapes[t.name] = t.shape;
  std::string all;
  for (const Node& node : want.nodes)
    for (const TensorId t : node.out)
      if (shapes.at(want[t].name) != want[t].shape)
        all += " '" + want[t].name + "' of " + nookc::describe(want, node);
  return all;
}

}  // namespace

TEST(every_operator_has_a_rule_for_its_shapes) {
  for (const nook::OpRowOf row : nook::op_rows()) EXPECT(nookc::shapes::has_rule(row().code));
}

TEST(all_shapes_follow_from_the_shapes_of_the_inputs) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    generated::Choices choices(seed);
    const Graph graph = generated::random_graph(choices);
    FileBytes file = file_of(graph);
    const auto before = nookc::import_tflite(file, "test.tflite");
    EXPECT(before && !nookc::needs_restating(file));
    std::set<std::string> forgotten = following(*before);
    for (const TensorId t : before->inputs) forgotten.insert((*before)[t].name);
    forget_shapes(&file, forgotten);
    bool changed = false;
    const auto after = nookc::import_restated(file, "test.tflite", shapes_of_inputs(*before), &changed);
    if (!after) std::printf("seed %d: %s\n", static_cast<int>(seed), to_string(after.diag()).c_str());
    EXPECT(after);
    const std::string wrong = differences(*before, *after);
    if (!wrong.empty()) std::printf("seed %d:%s\n", static_cast<int>(seed), wrong.c_str());
    EXPECT(wrong.empty());
  }
}

TEST(a_file_whose_shapes_agree_stays_as_it_is) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    generated::Choices choices(seed);
    const FileBytes file = file_of(generated::random_graph(choices));
    const auto same = nookc::restate(file, "test.tflite", {});
    EXPECT(same && *same == file);
  }
}
