"""Firmware that receives an image line by line: examples/camera, on an emulated board."""
from models import OWN, ModelCase, main, needs_emulator


@needs_emulator
class Camera(ModelCase):
    def test_lines_of_a_camera_are_read_as_the_whole_picture_is(self):
        said = self.example("camera", cwd=OWN / "digits" / "heldout")
        self.assertRegex(said, r"(39|40) of 40 digits read right")


if __name__ == "__main__":
    main()
