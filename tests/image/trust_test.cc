// The policies of firmware: signatures, keys and the rollback counter. The verifier here accepts
// one made-up signature and notes its arguments; tests/image/test_image.py checks real ones.
#include "tests/image/sample.h"
#include "tests/test.h"

using namespace test;

namespace {

constexpr size_t kMessage = NOOK_IMAGE_TRAILER;

const uint8_t kKeys[2][NOOK_IMAGE_KEY] = {{1, 2, 3}, {4, 5, 6}};

int questions = 0;

// A "signature" is the message's last bytes and the key's, changed.
void sign(const uint8_t* key, const uint8_t* message, uint8_t* to) {
  for (size_t i = 0; i < NOOK_IMAGE_SIGNATURE; ++i)
    to[i] = static_cast<uint8_t>((i < kMessage ? message[i] : 0) ^ key[i % NOOK_IMAGE_KEY] ^ (0x80 + i));
}

int verify(const uint8_t* public_key, const uint8_t* message, size_t message_bytes,
           const uint8_t* signature) {
  ++questions;
  uint8_t right[NOOK_IMAGE_SIGNATURE];
  if (message_bytes != kMessage) return 1;
  sign(public_key, message, right);
  return std::memcmp(right, signature, sizeof right);
}

Bytes signed_with(const uint8_t* key) {
  Bytes image = sample_image();
  const size_t bytes = image.size();
  nook_image_signature s = {{"nook ed25519"}, {}, {}};
  std::memcpy(s.public_key, key, sizeof s.public_key);
  sign(key, image.data() + bytes - kMessage, s.signature);
  append(image, s);
  return image;
}

nook_image_policy policy(uint32_t least_rollback = 0) { return {verify, kKeys, 2, least_rollback}; }

nook_image_status opened_by(const Bytes& image, const nook_image_policy& p, nook_image* open) {
  const Exact block(image);
  return nook_image_open_trusted(block.data(), block.size(), &p, open);
}

nook_image_status status_by(const Bytes& image, const nook_image_policy& p) {
  nook_image open;
  std::memset(&open, 0x5A, sizeof open);
  const nook_image before = open;
  const nook_image_status status = opened_by(image, p, &open);
  if (status != NOOK_IMAGE_OK) EXPECT(std::memcmp(&open, &before, sizeof open) == 0);
  return status;
}

}  // namespace

TEST(an_image_that_a_trusted_key_signed_opens) {
  questions = 0;
  for (const auto& key : kKeys) {
    const Exact block(signed_with(key));
    nook_image open;
    const nook_image_policy p = policy();
    EXPECT_EQ(nook_image_open_trusted(block.data(), block.size(), &p, &open), NOOK_IMAGE_OK);
    EXPECT(all_inside(open, block));
    EXPECT_EQ(open.header->rollback_counter, 5);
  }
  EXPECT_EQ(questions, 2);
}

TEST(a_policy_without_keys_opens_signed_and_unsigned_images) {
  const nook_image_policy none = {nullptr, nullptr, 0, 0};
  EXPECT_EQ(status_by(sample_image(), none), NOOK_IMAGE_OK);
  EXPECT_EQ(status_by(signed_with(kKeys[0]), none), NOOK_IMAGE_OK);
  nook_image open;
  const Exact block(signed_with(kKeys[0]));
  EXPECT_EQ(nook_image_open(block.data(), block.size(), &open), NOOK_IMAGE_OK);
}

TEST(half_a_policy_is_refused_and_no_image_opens) {
  const Bytes right = signed_with(kKeys[0]);
  for (const nook_image_policy& half :
       {nook_image_policy{verify, nullptr, 0, 0}, nook_image_policy{verify, kKeys, 0, 0},
        nook_image_policy{nullptr, kKeys, 2, 0}, nook_image_policy{verify, nullptr, 2, 0},
        nook_image_policy{nullptr, nullptr, 1, 0}, nook_image_policy{nullptr, kKeys, 0, 0}})
    EXPECT_EQ(status_by(right, half), NOOK_IMAGE_NULL);
  const Exact block(right);
  const nook_image_policy p = policy();
  nook_image open;
  EXPECT_EQ(nook_image_open_trusted(block.data(), block.size(), nullptr, &open), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_open_trusted(block.data(), block.size(), &p, nullptr), NOOK_IMAGE_NULL);
  EXPECT_EQ(nook_image_open_trusted(nullptr, block.size(), &p, &open), NOOK_IMAGE_NULL);
}

TEST(images_without_a_whole_signature_are_unsigned) {
  questions = 0;
  EXPECT_EQ(status_by(sample_image(), policy()), NOOK_IMAGE_UNSIGNED);
  const Bytes right = signed_with(kKeys[0]);
  for (size_t size = sample_image().size(); size < right.size(); ++size)
    EXPECT_EQ(status_by(Bytes(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(size)), policy()),
              NOOK_IMAGE_UNSIGNED);
  Bytes other = right;
  other[sample_image().size()] ^= 1;
  EXPECT_EQ(status_by(other, policy()), NOOK_IMAGE_UNSIGNED);
  EXPECT_EQ(questions, 0);
}

TEST(signatures_of_other_keys_are_refused_without_a_question) {
  questions = 0;
  const uint8_t other[NOOK_IMAGE_KEY] = {1, 2, 4};
  EXPECT_EQ(status_by(signed_with(other), policy()), NOOK_IMAGE_OTHER_KEY);
  const nook_image_policy first = {verify, kKeys, 1, 0};
  EXPECT_EQ(status_by(signed_with(kKeys[1]), first), NOOK_IMAGE_OTHER_KEY);
  EXPECT_EQ(questions, 0);
}

TEST(images_with_a_lower_counter_are_refused) {
  EXPECT_EQ(status_by(signed_with(kKeys[0]), policy(5)), NOOK_IMAGE_OK);
  EXPECT_EQ(status_by(signed_with(kKeys[0]), policy(6)), NOOK_IMAGE_ROLLED_BACK);
  EXPECT_EQ(status_by(signed_with(kKeys[0]), policy(UINT32_MAX)), NOOK_IMAGE_ROLLED_BACK);
  EXPECT_EQ(status_by(sample_image(), {nullptr, nullptr, 0, 5}), NOOK_IMAGE_OK);
  EXPECT_EQ(status_by(sample_image(), {nullptr, nullptr, 0, 6}), NOOK_IMAGE_ROLLED_BACK);
}

// Every byte that the loader trusts is signed: a change anywhere is refused, also with a digest that fits.
TEST(no_byte_of_header_facts_code_and_signature_can_change) {
  const Bytes right = signed_with(kKeys[0]);
  const size_t image_bytes = sample_image().size();
  for (size_t at = 0; at < right.size(); ++at)
    for (const int bit : {0, 3, 7}) {
      Bytes changed = right;
      changed[at] = static_cast<uint8_t>(changed[at] ^ 1 << bit);
      EXPECT(status_by(changed, policy()) != NOOK_IMAGE_OK);
      if (at < image_bytes - NOOK_IMAGE_DIGEST) digest(changed);
      EXPECT(status_by(changed, policy()) != NOOK_IMAGE_OK);
    }
}

// No change of header, facts, code or signature opens under the policy, whatever the digest; without a
// policy, images whose digest was made to fit lead nowhere outside.
TEST(random_changes_of_signed_images_are_refused) {
  const char* const given = std::getenv("NOOK_COUNT");
  const long count = given ? std::atol(given) : 20000;
  const char* const first = std::getenv("NOOK_FIRST");
  Rng rng(first ? static_cast<uint32_t>(std::atoll(first)) : 49);
  const Bytes right = signed_with(kKeys[0]);
  const nook_image_policy ours = policy(3), none = {nullptr, nullptr, 0, 3};
  EXPECT_EQ(status_by(right, ours), NOOK_IMAGE_OK);
  for (long i = 0; i < count; ++i) {
    Bytes image = right;
    for (int32_t changes = rng.in(1, 4); changes > 0; --changes)
      image[static_cast<size_t>(rng.in(0, static_cast<int32_t>(right.size()) - 1))] =
          static_cast<uint8_t>(rng.in(0, 1) ? rng.next() : rng.in(0, 4));
    if (image == right) continue;
    if (rng.in(0, 1)) digest(image);
    if (image == right) continue;  // the change was in the digest
    image.resize(image.size() - (rng.in(0, 7) ? 0u : static_cast<size_t>(rng.in(1, 120))));
    EXPECT(status_by(image, ours) != NOOK_IMAGE_OK);
    const Exact block(image);
    nook_image open;
    if (nook_image_open_trusted(block.data(), block.size(), &none, &open) == NOOK_IMAGE_OK)
      EXPECT(all_inside(open, block));
  }
}
