"""A chip that nook does not know: a file next to the model describes it (docs/cli.md, "A board of your own")."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import DIGITS, INPUT_OUTPUT, ROOT, SINE, USAGE, CommandCase, main  # noqa: E402

PAGE = (ROOT / "docs" / "cli.md").read_text()
BOARD = re.search(r"## A board of your own.*?```toml\n(.*?)```", PAGE, re.S)[1]


class OwnBoard(CommandCase):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "my-board.toml"
        self.file.write_text(BOARD)

    def test_the_example_of_the_page_works_with_every_command(self):
        row = self.json("boards", "my-board.toml")["boards"][0]
        self.assertEqual((row["name"], row["target"], row["clock_hz"], row["wait_states"]), ("my-board", "cortex-m4", 170000000, 4))
        self.assertEqual([(p["name"], p["kind"], p["bytes"]) for p in row["pools"]],
                         [("ccm", "workspace", 10240), ("sram", "workspace", 22528), ("flash", "constant", 131072)])
        said = self.done("compile", DIGITS, "--board", "my-board.toml", "-o", "out")
        self.assertRegex(said, r"scratch +ccm +[1-9]")
        self.assertIn("digits for cortex-m4", said)
        fit = self.json("fit", SINE, "--board", "my-board.toml", "--board", "rp2040")["boards"]
        self.assertEqual([row["board"] if "board" in row else row["name"] for row in fit], ["my-board", "rp2040"])
        self.refused(1, "N1001", "analyze", ROOT / "models" / "words" / "words.tflite", "--board", self.small())

    def small(self):
        small = self.folder / "small.toml"
        small.write_text(BOARD.replace("22KiB", "1KiB").replace("10KiB", "1KiB").replace("128KiB", "4KiB"))
        return small

    def test_a_fault_of_a_file_is_one_error(self):
        for before, after, says in (('"cortex-m4"', '"cortex-m5"', "did you mean"), ("ram =", "rom =", "there is no key 'rom'"),
                                    ('"ccm=10KiB"', '"10KiB"', "name=size"), ('"170MHz"', '"fast"', "clock"),
                                    ('"128KiB"', '"lots"', "flash"), ("wait-states = 4", "wait-states = 400", "0 to 100"),
                                    ('name = "my-board"', "", "there is no key 'name'"), ("clock", "name", "twice"),
                                    ('"ccm=10KiB"', '"sram=10KiB"', "same name"), ('"ccm=10KiB"', '"a b=1KiB"', "name=size")):
            self.assertIn(before, BOARD)
            self.file.write_text(BOARD.replace(before, after))
            self.refused(USAGE, "N2087", "analyze", SINE, "--board", "my-board.toml", says=[says])
        for wrong, says in ((BOARD + "size = 1\n", "there is no key 'size'"), (BOARD.replace("4  ", "true"), "need a value"),
                            (BOARD.replace('"170MHz"', "99999999999999999999"), "clock"),
                            (BOARD.replace("128KiB", "99999999999999999999"), "flash"),
                            (BOARD.replace("wait-states = 4", "wait-states = 99999999999999999999"), "0 to 100"),
                            (BOARD.replace("my-board", "b" * 65), "64 printable"), (BOARD.replace("STM32", "\033[2J"), "printable")):
            self.file.write_text(wrong)
            self.refused(USAGE, "N2087", "boards", "my-board.toml", says=[says])
        self.file.write_bytes(BOARD.replace("my-board", "caf?").encode().replace(b"?", b"\xe9"))
        self.refused(USAGE, "N2087", "boards", "my-board.toml", says=["printable"])
        self.file.write_bytes(b"x" * 70000)
        self.refused(USAGE, "N2087", "boards", "my-board.toml", says=["64 KiB"])
        self.refused(INPUT_OUTPUT, "N4001", "fit", SINE, "--board", "none.toml")
        (self.folder / "folder.toml").mkdir()
        self.refused(INPUT_OUTPUT, "N4001", "boards", "folder.toml")
        self.refused(USAGE, "N2080", "analyze", SINE, "--board", "my-board", says=["there is no board"])
        self.refused(USAGE, "N2081", "analyze", SINE, "--board", self.small(), "--target", "rv32")


if __name__ == "__main__":
    main()
