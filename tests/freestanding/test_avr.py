"""A compiled model on an emulated ATmega2560, whose int has 16 bits, gives the same bytes as on every other machine."""
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import SINE, SINE_GOLDEN, CommandCase, main  # noqa: E402

RUNS = 16
PROGRAM = """
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "sine.h"
static const int8_t inputs[] = {%s};
static const int8_t outputs[] = {%s};
static void say(char c) {
  while (!(UCSR0A & (1 << UDRE0))) {
  }
  UDR0 = c;
}
int main(void) {
  static sine_input in;
  static sine_output out;
  UCSR0B = 1 << TXEN0;
  for (unsigned k = 0; k < sizeof inputs; ++k) {
    *(int8_t*)&in = inputs[k];
    const nook_status status = sine_run(&sine_default_memory, &in, &out);
    say(status == NOOK_OK && *(int8_t*)&out == outputs[k] ? 'y' : 'n');
  }
  say('\\r');
  say('\\n');
  cli();
  sleep_enable();
  sleep_cpu(); /* without interrupts: the emulator ends */
  return 0;
}
"""


def numbers(kind):
    data = b"".join((SINE_GOLDEN / f"run{k}_{kind}0.bin").read_bytes() for k in range(RUNS))
    return ", ".join(str(b - 256 if b > 127 else b) for b in data)


class Avr(CommandCase):
    @unittest.skipUnless(all(shutil.which(t) for t in ("avr-gcc", "simavr")), "needs gcc-avr, avr-libc and simavr")
    def test_sine_on_an_atmega2560(self):
        package = self.folder / "package"
        self.done("compile", SINE, "--target", "generic", "--format", "makefile", "--declare-memory", "-o", package)
        (package / "main.c").write_text(PROGRAM % (numbers("input"), numbers("output")))
        subprocess.run(["avr-gcc", "-mmcu=atmega2560", "-O2", "-std=c99", "-Wall", "-Wextra", "-Wno-unknown-pragmas", "-Werror",
                        f"-I{package}", *package.rglob("*.c"), "-lm", "-o", package / "firmware.elf"], check=True)
        done = subprocess.run(["simavr", "-m", "atmega2560", "-f", "16000000", package / "firmware.elf"],
                              capture_output=True, text=True, timeout=60)
        self.assertIn("y" * RUNS, done.stdout + done.stderr)


if __name__ == "__main__":
    main()
