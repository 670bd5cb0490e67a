#include "nookc/middle/plan/solving/ranking.h"

#include <algorithm>
#include <iterator>

#include "nookc/middle/plan/solving/at.h"

namespace nookc {
namespace {

// The first is the best most often; where it takes too long, another one is often quick.
constexpr const char* kItemOrders[] = {"twa", "tbc", "tca", "taw", "btc", "cat", "wat"};
constexpr int64_t kItemOrderCount = static_cast<int64_t>(std::size(kItemOrders));

int64_t key(const Item& item, int64_t busiest, char by) {
  switch (by) {
    case 't':
      return busiest;
    case 'w':
      return item.steps;
    case 'c':
      return item.end - item.begin;
    case 'a':
      return item.steps * item.size;
    case 'b':
      return int64_t{item.end - item.begin} * item.size;
    default:
      return item.size;
  }
}

// Moves each item by at most a sixteenth of the total.
void shuffle(uint64_t seed, std::vector<int32_t>* items) {
  uint64_t dice = seed * 0x9E3779B97F4A7C15u;  // deterministic on every machine
  std::vector<std::pair<uint64_t, int32_t>> moved;
  for (size_t k = 0; k < items->size(); ++k) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    moved.push_back({16 * k + (dice >> 33) % (items->size() + 1), (*items)[k]});
  }
  std::ranges::sort(moved);
  for (size_t k = 0; k < items->size(); ++k) (*items)[k] = moved[k].second;
}

}  // namespace

ItemOrder item_order(int64_t attempt) {
  return {kItemOrders[attempt % kItemOrderCount],
          attempt < kItemOrderCount ? 0 : static_cast<uint64_t>(attempt)};
}

int64_t busiest_section(const Item& item, const std::vector<int64_t>& bytes) {
  int64_t most = 0;
  for (const SectionRange& range : item.sections)
    for (int32_t s = range.begin; s < range.end; ++s) most = std::max(most, bytes[at(s)]);
  return most;
}

void sort_items(const Instance& instance, const ItemOrder& order, const std::vector<int64_t>& busiest,
                std::vector<int32_t>* items) {
  std::ranges::sort(*items, [&](int32_t a, int32_t b) {
    for (const char by : order.by) {
      const int64_t x = key(instance.items[at(a)], busiest[at(a)], by);
      const int64_t y = key(instance.items[at(b)], busiest[at(b)], by);
      if (x != y) return x > y;
    }
    return a < b;
  });
  if (order.shuffle > 0) shuffle(order.shuffle, items);
}

}  // namespace nookc
