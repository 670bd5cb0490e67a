// The loader of images refuses each misuse with its status, and images with any bytes changed. Sanitizers see
// every access outside of an image.
#include <cstdlib>

#include "tests/image/sample.h"
#include "tests/test.h"

using namespace test;

namespace {

nook_image_status opened(const Bytes& image, nook_image* open) {
  const Exact block(image);
  return nook_image_open(block.data(), block.size(), open);
}

nook_image_status status_of(const Bytes& image) {
  nook_image open;
  return opened(image, &open);
}

// An image whose field has another value, with the digest that belongs to it.
Bytes changed(size_t offset, uint32_t value) {
  Bytes image = sample_image();
  std::memcpy(image.data() + offset, &value, 4);
  digest(image);
  return image;
}
#define FIELD(name) offsetof(nook_image_header, name)

uint32_t field(const Bytes& image, size_t offset) {
  uint32_t value;
  std::memcpy(&value, image.data() + offset, 4);
  return value;
}

}  // namespace

TEST(a_sound_image_opens_with_its_functions_and_facts) {
  const Bytes image = sample_image();
  const Exact block(image);
  nook_image open = {};
  EXPECT_EQ(nook_image_open(block.data(), block.size(), &open), NOOK_IMAGE_OK);
  EXPECT(all_inside(open, block));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(open.model.check) - reinterpret_cast<uintptr_t>(block.data()),
            open.header->check);
  EXPECT(open.model.info == nullptr && open.model.rows == 8 && open.model.row_bytes == 8);
  EXPECT(std::strcmp(nook_image_text(&open, nook_image_output(&open, 0)->name), "y") == 0);
  EXPECT(nook_image_input(&open, 1) == nullptr && nook_image_pool_at(&open, 3) == nullptr);
}

TEST(more_bytes_than_the_image_has_are_not_read) {
  Bytes image = sample_image();
  const size_t size = image.size();
  image.resize(size + 100, 0xFF);
  EXPECT_EQ(status_of(image), NOOK_IMAGE_OK);
}

TEST(each_misuse_has_its_status_and_leaves_the_image_as_it_was) {
  const Bytes right = sample_image();
  const Exact block(right);
  nook_image open;
  std::memset(&open, 0x5A, sizeof open);
  const nook_image before = open;
  EXPECT_EQ(nook_image_open(nullptr, right.size(), &open), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_open(block.data(), block.size(), nullptr), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_open(block.data() + 4, block.size() - 4, &open), NOOK_IMAGE_MISALIGNED);
  EXPECT_EQ(opened(Bytes(right.size(), 0xFF), &open), NOOK_IMAGE_NO_IMAGE);
  EXPECT_EQ(opened(changed(FIELD(abi), NOOK_IMAGE_ABI + 1), &open), NOOK_IMAGE_OTHER_ABI);
  EXPECT_EQ(opened(changed(FIELD(abi), NOOK_IMAGE_ABI - 1), &open), NOOK_IMAGE_OTHER_ABI);
  EXPECT_EQ(opened(changed(FIELD(features), NOOK_IMAGE_FEATURES | NOOK_IMAGE_MVE), &open),
            NOOK_IMAGE_OTHER_CORE);
  EXPECT_EQ(opened(changed(FIELD(header_bytes), sizeof(nook_image_header) + 4), &open), NOOK_IMAGE_MALFORMED);
  Bytes damaged = right;
  damaged[field(right, FIELD(code)) + 5] ^= 1;
  EXPECT_EQ(opened(damaged, &open), NOOK_IMAGE_DAMAGED);
  EXPECT(std::memcmp(&open, &before, sizeof open) == 0);
}

TEST(an_image_that_is_cut_off_anywhere_is_too_short) {
  const Bytes right = sample_image();
  for (size_t size = 0; size < right.size(); ++size)
    EXPECT_EQ(status_of(Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size))),
              NOOK_IMAGE_TOO_SHORT);
}

TEST(an_image_binds_to_the_kernels_of_its_list_only) {
  const nook_image_kernel table[] = {{"y", {1, 2}, sample_kernel},
                                     {"pool", {1, 2}, sample_kernel},
                                     {"y", {3, 5}, sample_kernel},
                                     {"y", {3, 4}, sample_kernel}};
  const Exact block(sample_image());
  nook_image open;
  EXPECT_EQ(nook_image_open(block.data(), block.size(), &open), NOOK_IMAGE_OK);
  nook_image_code room[2] = {};
  const char* missing = nullptr;
  EXPECT_EQ(nook_image_bind(&open, table, 4, room, 2, &missing), NOOK_IMAGE_OK);
  EXPECT(room[0] == sample_kernel && room[1] == sample_kernel && !missing);
  EXPECT_EQ(nook_image_bind(&open, table, 3, room, 2, &missing), NOOK_IMAGE_NO_KERNEL);
  EXPECT(std::strcmp(missing, "y") == 0);
  EXPECT_EQ(nook_image_bind(&open, table, 1, room, 2, nullptr), NOOK_IMAGE_NO_KERNEL);
  EXPECT_EQ(nook_image_bind(&open, table, 4, room, 1, &missing), NOOK_IMAGE_NO_ROOM);
  EXPECT_EQ(nook_image_bind(&open, nullptr, 4, room, 2, &missing), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_bind(&open, table, 4, nullptr, 2, &missing), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_bind(nullptr, table, 4, room, 2, &missing), NOOK_IMAGE_NULL);
}

TEST(a_list_of_kernels_outside_of_the_facts_is_not_bound) {
  const auto bound = [](size_t offset, uint32_t value) {
    const Exact block(changed(offset, value));
    nook_image open;
    EXPECT_EQ(nook_image_open(block.data(), block.size(), &open), NOOK_IMAGE_OK);
    const nook_image_kernel table[] = {{"pool", {1, 2}, sample_kernel}, {"y", {3, 4}, sample_kernel}};
    nook_image_code room[2];
    return nook_image_bind(&open, table, 2, room, 2, nullptr);
  };
  const uint32_t needs = field(sample_image(), FIELD(needs));
  EXPECT_EQ(bound(FIELD(need_count), 0), NOOK_IMAGE_OK);
  for (const uint32_t count : {1000u, 0x80000000u, 0x15555556u, UINT32_MAX})
    EXPECT_EQ(bound(FIELD(need_count), count), NOOK_IMAGE_MALFORMED);
  for (const uint32_t offset : {0u, 144u, needs + 2, 0xFFFFFFFCu, 0x7FFFFFFCu})
    EXPECT_EQ(bound(FIELD(needs), offset), NOOK_IMAGE_MALFORMED);
  for (const uint32_t name : {0u, 147u, 0x7FFFFFFFu, UINT32_MAX})
    EXPECT_EQ(bound(needs, name), NOOK_IMAGE_MALFORMED);
}

TEST(functions_of_streams_come_together) {
  Bytes image = sample_image();
  std::memset(image.data() + FIELD(begin), 0, 12);
  digest(image);
  nook_image open;
  EXPECT_EQ(opened(image, &open), NOOK_IMAGE_OK);
  EXPECT(!open.model.begin && !open.model.push_rows && !open.model.finish && open.model.run);
  EXPECT_EQ(status_of(changed(FIELD(begin), 0)), NOOK_IMAGE_MALFORMED);
  EXPECT_EQ(status_of(changed(FIELD(finish), 0)), NOOK_IMAGE_MALFORMED);
}

TEST(no_number_of_the_header_or_facts_leads_outside) {
  const Bytes right = sample_image();
  const uint32_t size = static_cast<uint32_t>(right.size());
  const uint32_t values[] = {
      0,        1,        2,          3,          4,          15,         16,
      size - 1, size,     size + 1,   size - 48,  size - 32,  0x7FFFFFFF, 0x80000000,
      ~0u,      ~0u - 15, 0x55555556, 0x5D1745D2, 0x10000000, 0x3FFFFFFF, sizeof(nook_image_header)};
  int opens = 0;
  for (size_t at = 8; at + 4 <= right.size(); at += 4)
    for (const uint32_t value : values)
      for (const uint32_t way : {value, field(right, at) + value, field(right, at) - value}) {
        const Exact block(changed(at, way));
        nook_image open;
        if (nook_image_open(block.data(), block.size(), &open) != NOOK_IMAGE_OK) continue;
        ++opens;
        EXPECT(all_inside(open, block));
      }
  EXPECT(opens > 0);  // those that change the code
}

// With the digest as it was, nothing but the same bytes is accepted; with the one that belongs to the changed
// bytes, as of an image that is made to do harm, nothing leads outside.
TEST(random_changes_are_refused_and_lead_nowhere) {
  const char* const given = std::getenv("NOOK_COUNT");
  const long count = given ? std::atol(given) : 100000;
  const char* const first = std::getenv("NOOK_FIRST");
  Rng rng(first ? static_cast<uint32_t>(std::atoll(first)) : 48);
  const Bytes right = sample_image();
  const int32_t facts = static_cast<int32_t>(field(right, FIELD(code))) - 1;
  for (long i = 0; i < count; ++i) {
    Bytes image = right;
    for (int32_t changes = rng.in(1, 4); changes > 0; --changes)
      image[static_cast<size_t>(rng.in(0, rng.in(0, 3) ? facts : static_cast<int32_t>(right.size()) - 1))] =
          static_cast<uint8_t>(rng.in(0, 1) ? rng.next() : rng.in(0, 4));
    if (image == right) continue;
    EXPECT(status_of(image) != NOOK_IMAGE_OK);
    digest(image);
    const Exact block(image);
    nook_image open;
    if (nook_image_open(block.data(), block.size(), &open) == NOOK_IMAGE_OK) EXPECT(all_inside(open, block));
  }
}

// The layout of images with this version of the interface. Another layout needs another NOOK_IMAGE_ABI.
TEST(the_layout_of_the_interface_stays) {
  EXPECT_EQ(NOOK_IMAGE_ABI, 2);
  EXPECT_EQ(sizeof(nook_image_header), 148);
  const size_t header[] = {FIELD(magic),        FIELD(abi),          FIELD(header_bytes),
                           FIELD(bytes),        FIELD(features),     FIELD(facts_bytes),
                           FIELD(code),         FIELD(run),          FIELD(check),
                           FIELD(reset),        FIELD(begin),        FIELD(push_rows),
                           FIELD(finish),       FIELD(rows),         FIELD(row_bytes),
                           FIELD(stack_bytes),  FIELD(name),         FIELD(target),
                           FIELD(tool_version), FIELD(model_sha256), FIELD(inputs),
                           FIELD(input_count),  FIELD(outputs),      FIELD(output_count),
                           FIELD(pools),        FIELD(pool_count),   FIELD(rollback_counter),
                           FIELD(needs),        FIELD(need_count)};
  const size_t places[] = {0,  8,  12, 16, 20, 24,  28,  32,  36,  40,  44,  48,  52,  56, 60,
                           64, 68, 72, 76, 80, 112, 116, 120, 124, 128, 132, 136, 140, 144};
  for (size_t i = 0; i < std::size(places); ++i) EXPECT_EQ(header[i], places[i]);
  EXPECT_EQ(sizeof(nook_image_tensor), 44);
  EXPECT_EQ(offsetof(nook_image_tensor, scale), 28);
  EXPECT_EQ(offsetof(nook_image_tensor, scratch_offset), 40);
  EXPECT_EQ(sizeof(nook_image_pool), 16);
  EXPECT_EQ(sizeof(nook_image_need), 12);
  EXPECT_EQ(sizeof(nook_image_signature), 112);
  EXPECT_EQ(offsetof(nook_image_signature, public_key), 16);
  EXPECT_EQ(offsetof(nook_image_signature, signature), 48);
  // Structs that functions of an image get, in pointers.
  constexpr size_t kWord = sizeof(void*);
  EXPECT_EQ(sizeof(nook_model_memory), 11 * kWord);
  const size_t memory[] = {offsetof(nook_model_memory, scratch),
                           offsetof(nook_model_memory, scratch_bytes),
                           offsetof(nook_model_memory, event),
                           offsetof(nook_model_memory, user),
                           offsetof(nook_model_memory, devices),
                           offsetof(nook_model_memory, constants),
                           offsetof(nook_model_memory, constant_bytes),
                           offsetof(nook_model_memory, persistent),
                           offsetof(nook_model_memory, persistent_bytes),
                           offsetof(nook_model_memory, storage),
                           offsetof(nook_model_memory, kernels)};
  for (size_t i = 0; i < std::size(memory); ++i) EXPECT_EQ(memory[i], i * kWord);
  EXPECT_EQ(offsetof(nook_fault, role), kWord);
  EXPECT_EQ(offsetof(nook_fault, have), 5 * kWord);
  EXPECT_EQ(sizeof(nook_fault), 6 * kWord);
}
