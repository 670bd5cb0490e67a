// The results of tensor_info() for one tensor, and each of its refusals.
#include <cmath>
#include <limits>

#include "nook/model/model.h"
#include "tests/model/build.h"
#include "tests/test.h"

namespace {

namespace fb = nook::tflite;
using build::TensorSpec;
using nook::Fault;

// The view borrows the file, so both are stored together.
struct Opened {
  explicit Opened(const TensorSpec& spec)
      : file(build::tensor_model(spec)), model(nook::Model::open(file.span())) {
    EXPECT(model);
    if (model) info = nook::tensor_info(*model, model->subgraph(0).tensor(0), &fault);
  }
  File file;
  nook::Result<nook::Model> model;
  nook::ModelFault fault;
  nook::Result<nook::TensorInfo> info = nook::Code::kNull;
};

void refuses(const TensorSpec& spec, Fault expected, int32_t need = 0, int32_t have = 0) {
  const Opened opened(spec);
  EXPECT_EQ(static_cast<int>(opened.fault.fault), static_cast<int>(expected));
  EXPECT(opened.info.code() == nook::code_of(expected));
  EXPECT_EQ(opened.fault.need, need);
  EXPECT_EQ(opened.fault.have, have);
}

}  // namespace

TEST(tensor_info_reads_type_shape_and_quantization) {
  const Opened opened({});
  EXPECT(opened.info);
  EXPECT(opened.info->type == nook::DType::kS8);
  EXPECT_EQ(opened.info->shape.rank, 2);
  EXPECT_EQ(opened.info->shape.dim[1], 3);
  EXPECT_EQ(opened.info->zero_point, -7);
  EXPECT(opened.info->per_tensor() && opened.info->scale() == 0.5f);
  EXPECT(opened.info->data == nullptr);
  EXPECT(opened.fault.fault == Fault::kNone);
}

TEST(tensor_info_reads_scales_by_channel) {
  const Opened opened({.scales = {1, 2, 3}, .zero_points = {5, 5, 5}, .axis = 1});
  EXPECT(opened.info);
  EXPECT_EQ(opened.info->scales.size(), 3);
  EXPECT_EQ(opened.info->channel_axis, 1);
  EXPECT_EQ(opened.info->zero_point, 5);
}

TEST(tensor_info_uses_the_only_dimension_of_a_bias_as_the_quantized_one) {
  const Opened opened(
      {.type = fb::TensorType_INT32, .shape = {2}, .scales = {1, 2}, .zero_points = {0, 0}, .axis = 3});
  EXPECT(opened.info && opened.info->channel_axis == 0);
}

TEST(tensor_info_reads_a_constant_in_place) {
  const Opened opened({.data = {1, 2, 3, 4, 5, 6}});
  EXPECT(opened.info && opened.info->data);
  const uint8_t* data = static_cast<const uint8_t*>(opened.info->data);
  EXPECT(data > opened.file.data() && data + 6 <= opened.file.data() + opened.file.size());
  EXPECT_EQ(data[5], 6);
}

TEST(tensor_info_accepts_a_scalar) {
  const Opened opened(
      {.type = fb::TensorType_INT32, .shape = {}, .scales = {}, .zero_points = {}, .data = {1, 0, 0, 0}});
  EXPECT(opened.info && opened.info->data);
  EXPECT_EQ(opened.info->shape.rank, 0);
  EXPECT_EQ(opened.info->shape.elements(), 1);
}

TEST(tensor_info_distinguishes_a_constant_without_elements_from_an_activation) {
  const TensorSpec none = {.type = fb::TensorType_INT32, .shape = {0}, .scales = {}, .zero_points = {}};
  TensorSpec constant = none;
  constant.has_data_vector = true;
  EXPECT(Opened(none).info && Opened(none).info->data == nullptr);
  const Opened opened(constant);
  EXPECT(opened.info && opened.info->data != nullptr);
}

TEST(tensor_info_counts_int4_as_half_a_byte) {
  const Opened opened({.type = fb::TensorType_INT4, .shape = {5}, .zero_points = {0}, .data = {1, 2, 3}});
  EXPECT(opened.info && opened.info->type == nook::DType::kS4);
  refuses({.type = fb::TensorType_INT4, .shape = {5}, .zero_points = {0}, .data = {1, 2}},
          Fault::kConstantSize, 3, 2);
}

TEST(tensor_info_ignores_scales_of_floats) {
  const Opened opened({.type = fb::TensorType_FLOAT32, .scales = {0.0f}, .zero_points = {}});
  EXPECT(opened.info && opened.info->scales.empty());
}

TEST(tensor_info_refuses_types_without_a_size) {
  for (const fb::TensorType type : {fb::TensorType_STRING, fb::TensorType_RESOURCE, fb::TensorType_VARIANT,
                                    fb::TensorType_BFLOAT16, fb::TensorType_COMPLEX64, fb::TensorType_INT2})
    refuses({.type = type}, Fault::kType, 0, type);
  refuses({.type = static_cast<fb::TensorType>(255)}, Fault::kType, 0, -1);
}

TEST(tensor_info_refuses_impossible_shapes) {
  refuses({.shape = {1, 1, 1, 1, 1, 1, 1}}, Fault::kRank, 6, 7);
  refuses({.shape = {1, -1}}, Fault::kDimension, 0, -1);
  refuses({.shape = {1, INT32_MIN}}, Fault::kDimension, 0, INT32_MIN);
  refuses({.shape = {65536, 32768}}, Fault::kTooLarge, INT32_MAX, 0);
  refuses({.shape = {65536, 65536, 65536, 65536, 65536}}, Fault::kTooLarge, INT32_MAX, 0);
  refuses({.shape = {65536, 65536, 0}}, Fault::kTooLarge, INT32_MAX, 0);
  refuses({.type = fb::TensorType_INT64, .shape = {1 << 28}}, Fault::kTooLarge, INT32_MAX, 0);
  EXPECT(Opened({.shape = {INT32_MAX}}).info);
  EXPECT(Opened({.type = fb::TensorType_FLOAT32, .shape = {1 << 15, (1 << 14) - 1}}).info);
}

TEST(tensor_info_refuses_constants_of_another_size) {
  refuses({.data = {1, 2, 3, 4, 5}}, Fault::kConstantSize, 6, 5);
  refuses({.data = {1, 2, 3, 4, 5, 6, 7}}, Fault::kConstantSize, 6, 7);
  refuses({.shape = {0}, .data = {1}}, Fault::kConstantSize, 0, 1);
}

TEST(tensor_info_refuses_types_that_nook_does_not_read) {
  refuses({.sparse = true}, Fault::kSparse, 0, 1);
  refuses({.external_buffer = 1}, Fault::kExternal, 0, 1);
  refuses({.otherwise_quantized = true}, Fault::kQuantization, 0, 1);
}

TEST(tensor_info_refuses_scales_that_are_not_finite_and_positive) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float scale : {0.0f, -0.0f, -1.0f, infinity, -infinity, std::nanf("")})
    refuses({.scales = {scale}}, Fault::kScaleValue);
  refuses({.scales = {1, 1, 0}, .zero_points = {0, 0, 0}, .axis = 1}, Fault::kScaleValue);
  EXPECT(Opened({.scales = {std::numeric_limits<float>::denorm_min()}}).info);
  EXPECT(Opened({.scales = {std::numeric_limits<float>::max()}}).info);
}

TEST(tensor_info_refuses_counts_that_disagree) {
  refuses({.zero_points = {}}, Fault::kZeroPointCount, 1, 0);
  refuses({.zero_points = {1, 1}}, Fault::kZeroPointCount, 1, 2);
  refuses({.scales = {1, 1}, .zero_points = {0, 0}, .axis = 1}, Fault::kScaleCount, 3, 2);
  refuses({.scales = {1, 1}, .zero_points = {0, 0}, .axis = 2}, Fault::kAxis, 2, 2);
  refuses({.scales = {1, 1}, .zero_points = {0, 0}, .axis = -1}, Fault::kAxis, 2, -1);
}

TEST(tensor_info_refuses_zero_points_outside_of_the_type) {
  const struct {
    fb::TensorType type;
    int64_t min, max;
  } cases[] = {{fb::TensorType_INT8, -128, 127},
               {fb::TensorType_UINT8, 0, 255},
               {fb::TensorType_INT16, -32768, 32767},
               {fb::TensorType_UINT16, 0, 65535},
               {fb::TensorType_INT4, -8, 7},
               {fb::TensorType_INT32, INT32_MIN, INT32_MAX},
               {fb::TensorType_INT64, INT32_MIN, INT32_MAX}};
  for (const auto& c : cases) {
    EXPECT(Opened({.type = c.type, .zero_points = {c.min}}).info);
    EXPECT(Opened({.type = c.type, .zero_points = {c.max}}).info);
    refuses({.type = c.type, .zero_points = {c.min - 1}}, Fault::kZeroPointRange);
    refuses({.type = c.type, .zero_points = {c.max + 1}}, Fault::kZeroPointRange);
  }
  refuses({.zero_points = {INT64_MIN}}, Fault::kZeroPointRange);
}

TEST(tensor_info_refuses_zero_points_that_differ_by_channel) {
  refuses({.scales = {1, 1, 1}, .zero_points = {1, 1, 2}, .axis = 1}, Fault::kZeroPointsDiffer);
}
