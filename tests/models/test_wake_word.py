"""Firmware that waits for a wake word in a recording: examples/wake_word, on an emulated board."""
import re

from models import ROOT, ModelCase, main, needs_emulator


@needs_emulator
class WakeWord(ModelCase):
    def test_it_hears_the_word_and_nothing_else(self):
        said = self.example("wake_word", ROOT / "models" / "words" / "words.wav", icount=3)
        heard = [float(second) for second in re.findall(r"^(\d+\.\d+) s: heard$", said, re.M)]
        self.assertEqual(len(heard), 2, said)
        for second, end in zip(heard, (1.4, 5.4)):
            self.assertTrue(abs(second - end) < 0.35, said)
        self.assertRegex(said, r"2 words in 6\.0 s; busy for (8|12)\.\d\d % of the time\n")


if __name__ == "__main__":
    main()
