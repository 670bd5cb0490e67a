// Test firmware like the operator tests: C++, static objects, printf, heap. Prints the value of each.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct Registered {
  static Registered*& head() {
    static Registered* first = nullptr;
    return first;
  }
  Registered* next;
  int number;
  explicit Registered(int n) : next(head()), number(n) { head() = this; }
  ~Registered() { printf("destroyed\n"); }
};

static Registered first(1), second(2), third(3);

int main() {
  int sum = 0;
  for (const Registered* r = Registered::head(); r; r = r->next) sum = sum * 10 + r->number;
  printf("constructed %d\n", sum);
  printf("%lld %.3f %5s|%08x\n", -1234567890123LL, 2.5, "abc", 0xbeefu);
  errno = 0;
  const long clamped = strtol("99999999999", nullptr, 10);
  printf("range %d\n", clamped == 2147483647L && errno == ERANGE);
  int* block = static_cast<int*>(malloc(1000));
  printf("heap %d, no newline at the end", block != nullptr);
  free(block);
  return 5;
}
