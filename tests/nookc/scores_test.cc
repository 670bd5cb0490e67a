// Scores checked against their definitions in the simplest form, on scores with many ties.
#include "nookc/study/judge/scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/test.h"

using namespace nookc;

namespace {

Rows random_rows(test::Rng& rng, size_t count, int classes, int levels) {
  Rows rows(count, std::vector<double>(static_cast<size_t>(classes)));
  for (std::vector<double>& row : rows)
    for (double& score : row) score = rng.in(-levels, levels) / 4.0;
  return rows;
}

// The classes from the best to the worst; ties keep their order, as in the answer.
std::vector<int32_t> ranked(const std::vector<double>& row) {
  std::vector<int32_t> order(row.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](int32_t c) { return row[static_cast<size_t>(c)]; });
  return order;
}

}  // namespace

TEST(classes_are_ranked_by_score_and_equal_ones_by_number) {
  test::Rng rng(7);
  for (int trial = 0; trial < 200; ++trial) {
    const int classes = rng.in(1, 7), levels = rng.in(0, 3), k = rng.in(1, 9);
    const size_t count = static_cast<size_t>(rng.in(1, 12));
    const Rows rows = random_rows(rng, count, classes, levels);
    std::vector<int32_t> labels(count);
    for (int32_t& label : labels) label = rng.in(0, classes - 1);
    const Scores scores = classify(rows, labels, k);
    double right = 0, among = 0;
    std::vector<std::vector<int64_t>> confusion(static_cast<size_t>(classes),
                                                std::vector<int64_t>(static_cast<size_t>(classes)));
    EXPECT_EQ(scores.k, std::min(k, classes));
    for (size_t i = 0; i < count; ++i) {
      const std::vector<int32_t> order = ranked(rows[i]);
      EXPECT_EQ(answer_of(rows[i]), order[0]);
      right += order[0] == labels[i];
      among += std::ranges::find(order, labels[i]) - order.begin() < scores.k;
      ++confusion[static_cast<size_t>(labels[i])][static_cast<size_t>(order[0])];
    }
    EXPECT(scores.accuracy == right / static_cast<double>(count));
    EXPECT(scores.top_k == among / static_cast<double>(count));
    EXPECT(scores.confusion == confusion);
  }
}

TEST(a_confusion_is_counted_for_a_bounded_number_of_classes) {
  for (const size_t classes : {nookc::kMostClassesOfConfusion, nookc::kMostClassesOfConfusion + 1}) {
    const bool counted = classes == nookc::kMostClassesOfConfusion;
    std::vector<double> row(classes);
    row.back() = 1;
    const Scores scores = classify({row, row}, {static_cast<int32_t>(classes - 1), 0}, 1);
    EXPECT(scores.accuracy == 0.5);
    EXPECT_EQ(scores.confusion.size(), counted ? classes : 0);
  }
}

TEST(the_area_under_the_curve_counts_pairs_and_half_of_equal_ones) {
  test::Rng rng(11);
  for (int trial = 0; trial < 200; ++trial) {
    const size_t count = static_cast<size_t>(rng.in(1, 14));
    std::vector<double> values(count);
    std::vector<int32_t> labels(count);
    const int levels = rng.in(0, 4);
    for (size_t i = 0; i < count; ++i) values[i] = rng.in(-levels, levels), labels[i] = rng.in(0, 1);
    double pairs = 0, won = 0;
    for (size_t i = 0; i < count; ++i)
      for (size_t j = 0; j < count; ++j)
        if (labels[i] == 1 && labels[j] == 0)
          ++pairs, won += values[i] > values[j] ? 1 : values[i] == values[j] ? 0.5 : 0;
    const Scores scores = detect(values, labels);
    EXPECT_EQ(scores.auc.has_value(), pairs > 0);
    if (scores.auc) EXPECT(std::abs(*scores.auc - won / pairs) < 1e-12);
  }
}

TEST(errors_of_a_regression_are_means_over_all_elements) {
  const Rows outputs = {{1, 2, 3}, {-1, 0, 4}}, targets = {{1, 4, 2}, {1, 0, 0}};
  const Scores scores = regress(outputs, targets);
  EXPECT(scores.mean_error == 9.0 / 6);
  EXPECT(std::abs(*scores.root_mean_square - std::sqrt(25.0 / 6)) < 1e-12);
}
