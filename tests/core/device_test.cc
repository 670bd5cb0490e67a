// The life of devices around a run: the order of the calls, and the first failure is the one that counts.
#include "nook/device.h"

#include <string.h>

#include "tests/test.h"

namespace {

char said[64];

struct Fake {
  char name;
  int32_t activate = 0, open = 0, call = 0, close = 0, deactivate = 0;  // their results
};

void say(char what, char who) {
  const size_t length = strlen(said);
  if (length + 3 < sizeof said) said[length] = what, said[length + 1] = who, said[length + 2] = 0;
}
Fake& fake(void* context) { return *static_cast<Fake*>(context); }
int32_t activate(void* f) { return say('a', fake(f).name), fake(f).activate; }
int32_t open(void* f) { return say('o', fake(f).name), fake(f).open; }
int32_t call(void* f, const nook_device_call*) { return say('r', fake(f).name), fake(f).call; }
int32_t close(void* f) { return say('c', fake(f).name), fake(f).close; }
int32_t deactivate(void* f) { return say('d', fake(f).name), fake(f).deactivate; }

nook_device device(Fake& f) { return {activate, open, call, close, deactivate, &f}; }

bool heard(const char* expected) {
  const bool same = strcmp(said, expected) == 0;
  if (!same) printf("have %s\n", said);
  said[0] = 0;
  return same;
}

const nook_device_call kNoCall = {};

}  // namespace

TEST(devices_are_activated_in_order_and_deactivated_in_reverse) {
  Fake a = {'1'}, b = {'2'}, c = {'3'};
  const nook_device first = device(a), second = device(b), third = device(c);
  const nook_device* const all[] = {&first, &second, &third};
  EXPECT(nook_activate(all, 3) == NOOK_OK && heard("a1a2a3"));
  EXPECT(nook_deactivate(all, 3, NOOK_OK) == NOOK_OK && heard("d3d2d1"));
  EXPECT(nook_deactivate(all, 0, NOOK_OK) == NOOK_OK && heard(""));
  c.activate = -1;
  EXPECT(nook_activate(all, 3) == NOOK_DEVICE_FAILED && heard("a1a2a3d2d1"));
  a.activate = 5;
  EXPECT(nook_activate(all, 3) == NOOK_DEVICE_FAILED && heard("a1"));
  const nook_device* const missing[] = {&first, nullptr};
  EXPECT(nook_activate(missing, 2) == NOOK_NULL && heard(""));
  nook_device useless = first;
  useless.call = nullptr;
  const nook_device* const without[] = {&second, &useless};
  EXPECT(nook_activate(without, 2) == NOOK_NULL && heard(""));
}

TEST(the_first_failure_of_devices_is_returned) {
  Fake a = {'1'}, b = {'2'};
  const nook_device first = device(a), second = device(b);
  const nook_device* const all[] = {&first, &second};
  a.deactivate = 1;
  EXPECT(nook_deactivate(all, 2, NOOK_OK) == NOOK_DEVICE_FAILED && heard("d2d1"));
  EXPECT(nook_deactivate(all, 2, NOOK_NULL) == NOOK_NULL && heard("d2d1"));
  a.deactivate = 0, b.deactivate = 1;
  EXPECT(nook_deactivate(all, 2, NOOK_OK) == NOOK_DEVICE_FAILED && heard("d2d1"));
}

TEST(a_device_is_closed_after_each_call_that_opened_it) {
  Fake a = {'1'};
  nook_device d = device(a);
  EXPECT(nook_run_on(&d, &kNoCall) == NOOK_OK && heard("o1r1c1"));
  a.call = 7;
  EXPECT(nook_run_on(&d, &kNoCall) == NOOK_DEVICE_FAILED && heard("o1r1c1"));
  a.call = 0, a.close = 7;
  EXPECT(nook_run_on(&d, &kNoCall) == NOOK_DEVICE_FAILED && heard("o1r1c1"));
  a.open = 7;
  EXPECT(nook_run_on(&d, &kNoCall) == NOOK_DEVICE_FAILED && heard("o1"));
  d.open = d.close = d.activate = d.deactivate = nullptr, a.close = 0;
  const nook_device* const all[] = {&d};
  EXPECT(nook_activate(all, 1) == NOOK_OK && nook_run_on(&d, &kNoCall) == NOOK_OK);
  EXPECT(nook_deactivate(all, 1, NOOK_OK) == NOOK_OK && heard("r1"));
}

TEST(the_processor_replaces_a_device_if_its_code_is_present) {
  nook_device_call without = {};
  EXPECT(nook_call_on_cpu(nullptr, &without) != 0);
  without.run = [](const nook_device_call*) { say('x', 'x'); };
  EXPECT(nook_call_on_cpu(nullptr, &without) == 0 && heard("xx"));
}
