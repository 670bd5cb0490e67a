#include <string.h>

#include "tests/test.h"

// Runs every test, or those whose name contains the first argument. Exit status 1 if one failed.
int main(int argc, char** argv) {
  const char* only = argc > 1 ? argv[1] : "";
  int run = 0;
  for (const test::Case* c = test::Case::head(); c; c = c->next) {
    if (!strstr(c->name, only)) continue;
    const int before = test::failures;
    c->body();
    ++run;
    printf("%s %s\n", test::failures == before ? "ok  " : "FAIL", c->name);
  }
  printf("%d tests, %d failures, %d skipped\n", run, test::failures, test::skips);
  return test::failures != 0 || run == 0;
}
