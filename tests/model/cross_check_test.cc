// Compares the view with libflatbuffers' verifier and reader, field by field, on every available model.
#include "tests/model/cross_check.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "nook/model/model.h"
#include "tests/model/build.h"
#include "tests/model/walk.h"
#include "tests/test.h"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> models_below(const fs::path& folder) {
  std::vector<fs::path> found;
  if (!fs::is_directory(folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".tflite") found.push_back(entry.path());
  return found;
}

// Returns how many tensors of the model tensor_info() refuses, without the handles of variables, which it
// always does.
int check(const fs::path& path) {
  const File file = File::read(path.string());
  nook::ModelFault fault;
  const nook::Result<nook::Model> model = nook::Model::open(file.span(), &fault);
  if (!model) printf("%s: fault %d\n", path.c_str(), static_cast<int>(fault.fault));
  EXPECT(model);
  EXPECT(flatbuffers_accepts(file.span()));
  if (!model) return 0;
  const std::string difference = first_difference(file.span());
  if (!difference.empty()) printf("%s: %s\n", path.c_str(), difference.c_str());
  EXPECT(difference.empty());
  EXPECT(Walk(*model).bytes() <= file.size());
  int refused = 0;
  for (uint32_t s = 0; s < model->subgraph_count(); ++s)
    for (uint32_t i = 0; i < model->subgraph(s).tensor_count(); ++i) {
      const nook::TensorView tensor = model->subgraph(s).tensor(i);
      if (nook::tensor_info(*model, tensor, &fault) || tensor.type() == nook::DType::kResource) continue;
      ++refused;
      printf("     %s: tensor %u of subgraph %u refused: fault %d need %d have %d\n", path.c_str(), i, s,
             static_cast<int>(fault.fault), fault.need, fault.have);
    }
  return refused;
}

}  // namespace

TEST(the_view_reads_hand_made_models_as_libflatbuffers_does) {
  const File files[] = {build::graph_model({}), build::tensor_model({})};
  for (const File& file : files) {
    EXPECT(flatbuffers_accepts(file.span()));
    EXPECT(first_difference(file.span()).empty());
  }
}

TEST(the_view_reads_models_of_the_repository_as_libflatbuffers_does) {
  const std::vector<fs::path> models = models_below(fs::path(NOOK_ROOT) / "models");
  EXPECT(models.size() >= 4);
  for (const fs::path& path : models) EXPECT_EQ(check(path), 0);
}

TEST(the_view_reads_golden_models_as_libflatbuffers_does) {
  const std::vector<fs::path> models = models_below(fs::path(NOOK_ROOT) / ".." / "shared" / "golden");
  if (models.empty()) SKIP("no ../shared/golden beside the repository");
  for (const fs::path& path : models) EXPECT_EQ(check(path), 0);
  printf("     %zu models\n", models.size());
}
