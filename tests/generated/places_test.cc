// Operators that note where each row and column of their result comes from, on images as large as cameras
// give them: an interpreter that only counts its memory has room for that, too.
#include "nook/ops/mirror_pad/mirror_pad_op.h"
#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "nookc/export/export.h"
#include "tests/generated/check.h"
#include "tests/nookc/graphs.h"
#include "tests/test.h"

namespace {

using nookc::TensorId;

void agree(const test::GraphBuilder& b) {
  const auto tflite = nookc::export_tflite(b.graph);
  EXPECT(tflite);
  generated::Subject subject(*tflite, 1);
  generated::Counts counts;
  const std::string wrong = subject.prepare(counts);
  if (!wrong.empty()) printf("     %s\n", wrong.c_str());
  EXPECT(wrong.empty());
}

}  // namespace

TEST(an_image_grows_to_what_a_camera_gives) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 60, 80, 3}), y = b.output("y", {1, 240, 320, 3});
  b.node(nook::ResizeNearestNeighbor::Attrs{}, {x, b.integers("size", {2}, {240, 320})}, y);
  agree(b);
}

TEST(a_large_image_is_mirrored_at_its_edges) {
  test::GraphBuilder b;
  const TensorId x = b.input("x", {1, 240, 320, 1}), y = b.output("y", {1, 244, 326, 1});
  b.node(nook::MirrorPad::Attrs{}, {x, b.integers("margins", {4, 2}, {0, 0, 2, 2, 3, 3, 0, 0})}, y);
  agree(b);
}
