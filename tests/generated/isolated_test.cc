#include "tests/generated/isolated.h"

#include <unistd.h>

#include <cstdlib>

#include "tests/test.h"

using generated::isolated;

TEST(an_isolated_question_answers_and_counts) {
  int count = 0;
  const auto question = [&] { return ++count, std::string("yes"); };
  EXPECT(isolated(question, &count, sizeof count, 1) == "yes");
  EXPECT_EQ(count, 1);
}

TEST(an_isolated_question_may_use_its_seconds_of_processor_time_however_busy_the_machine_is) {
  int none = 0;
  const auto waits = [] { return usleep(1'500'000), std::string("rested"); };
  EXPECT(isolated(waits, &none, sizeof none, 1) == "rested");
  const auto endless = [] {
    volatile bool more = true;
    while (more) {
    }
    return std::string();
  };
  EXPECT(isolated(endless, &none, sizeof none, 1) == "it does not end within 1 s of processor time");
}

TEST(an_isolated_question_that_ends_its_process_is_a_finding) {
  int none = 0;
  const auto leaves = [] { return _exit(3), std::string(); };
  EXPECT(isolated(leaves, &none, sizeof none, 1) == "it ends with exit code 3");
  const auto aborts = [] { return std::abort(), std::string(); };
  EXPECT(isolated(aborts, &none, sizeof none, 1).substr(0, 13) == "it ends with:");
}
