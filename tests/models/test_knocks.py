"""Firmware with a network that remembers earlier sounds, saved and restored: examples/knocks, on an emulated board."""
from models import ModelCase, main, needs_emulator


@needs_emulator
class Knocks(ModelCase):
    def test_two_doors_alternate_and_each_is_heard_as_if_it_were_alone(self):
        said = self.example("knocks")
        self.assertRegex(said, r"front door: twice\n(.*\n)*.*front door: shave and a haircut\n")
        self.assertRegex(said, r"back door: shave and a haircut\n(.*\n)*.*back door: twice\n")


if __name__ == "__main__":
    main()
