"""nook init: projects of every build system, whose next command and lines then build; boards by the names that build
systems give them; and folders in which it writes nothing."""
import json
import os
import re
import shutil
import subprocess

from cli import DIGITS_FLOAT, INPUT_OUTPUT, SINE, CommandCase, main

ZEPHYR = "cmake_minimum_required(VERSION 3.20)\nfind_package(Zephyr REQUIRED HINTS $ENV{ZEPHYR_BASE})\nproject(app)\n"
ESP_IDF = "cmake_minimum_required(VERSION 3.16)\ninclude($ENV{IDF_PATH}/tools/cmake/project.cmake)\nproject(app)\n"
MAIN = '#include "sine.h"\n#include <stdio.h>\nint main(void) {\n  printf("%d\\n", SINE_INPUTS);\n  return 0;\n}\n'
# The files of a project; the format, the board and the target that nook init finds.
PROJECTS = {
    "platformio": ({"platformio.ini": "; board = teensy41\n[env:a]\nboard_build.f_cpu = 1\nboard = nucleo_h743zi\nframework = stm32cube\n"}, "platformio", "nucleo-h743zi", "cortex-m7"),
    "platformio_unknown": ({"platformio.ini": "[env:a]\nboard = some_board\n"}, "platformio", None, "generic"),
    "zephyr_overlay": ({"CMakeLists.txt": ZEPHYR, "prj.conf": "", "boards/nrf52840dk_nrf52840.overlay": ""}, "zephyr", "nrf52840", "cortex-m4"),
    "zephyr_set": ({"CMakeLists.txt": "set(BOARD nrf5340dk/nrf5340/cpuapp)\n" + ZEPHYR}, "zephyr", "nrf5340", "cortex-m33"),
    "zephyr_built": ({"CMakeLists.txt": ZEPHYR, "build/CMakeCache.txt": "CACHED_BOARD:STRING=rpi_pico2/rp2350a/m33\n"}, "zephyr", "rp2350", "cortex-m33"),
    "esp_idf": ({"CMakeLists.txt": ESP_IDF, "sdkconfig": '# CONFIG_IDF_TARGET="esp32"\nCONFIG_IDF_TARGET="esp32s3"\nCONFIG_IDF_TARGET_ESP32S3=y\n'}, "esp-idf", "esp32-s3", "xtensa"),
    "esp_idf_new": ({"CMakeLists.txt": ESP_IDF, "sdkconfig.defaults": 'CONFIG_IDF_TARGET="esp32h2"\n'}, "esp-idf", None, "rv32"),
    "arduino": ({"sketch.yaml": "profiles:\n  nano:\n    fqbn: arduino:mbed_nano:nano33ble\n", "app.ino": ""}, "arduino", "nano33ble", "cortex-m4"),
    "arduino_vscode": ({"app.ino": "", ".vscode/arduino.json": '{"port": "COM3", "board": "esp8266:esp8266:generic"}\n'}, "arduino", "esp8266", "xtensa"),
    "pico": ({"CMakeLists.txt": "set(PICO_BOARD pico_w)\nproject(app)\nadd_executable(app main.c)\n"}, "cmake", "rp2040", "cortex-m0plus"),
    "cube_ioc": ({"Makefile": "app: main.o\n", "app.ioc": "Mcu.Family=STM32F4\nMcu.UserName=STM32F446RETx\n"}, "makefile", "nucleo-f446re", "cortex-m4"),
    "macro": ({"Makefile": "CPPFLAGS = -DSTM32L476xx\napp: main.o\n"}, "makefile", None, "cortex-m4"),
    "family": ({"Makefile": "CPPFLAGS = -DSTM32G0B1xx\napp: main.o\n"}, "makefile", None, "cortex-m0plus"),
    "flags": ({"CMakeLists.txt": "project(app C)\nadd_executable(app main.c)\n", "cmake/arm.cmake": 'set(FLAGS "-mthumb -mcpu=cortex-m33+nodsp")\n'}, "cmake", None, "cortex-m33"),
    "riscv": ({"Makefile": "CFLAGS = -march=rv32imac_zicsr -mabi=ilp32\napp: main.o\n"}, "makefile", None, "rv32"),
    "plain_cmake": ({"CMakeLists.txt": "project(app C)\nadd_executable(app main.c)\n"}, "cmake", None, "generic"),
    "cargo": ({"Cargo.toml": "[package]\nname = \"app\"\n", ".cargo/config.toml": "[target.thumbv7em-none-eabihf]\nrunner = \"probe-rs run --chip STM32F446RETx\"\n"}, "rust", "nucleo-f446re", "cortex-m4"),
    "cargo_embed": ({"Cargo.toml": "[package]\nname = \"app\"\n", "Embed.toml": "[default.general]\n# chip = \"RP2040\"\nchip = \"STM32L476RGTx\"\n"}, "rust", "nucleo-l476rg", "cortex-m4"),
    "cargo_here": ({"Cargo.toml": "[package]\nname = \"app\"\n"}, "rust", None, "generic"),
    "nothing": ({}, "standalone", None, "generic"),
}
# Names in other worlds, and nook's board or target.
NAMES = {
    "nucleo_f446re": "nucleo-f446re", "disco_f407vg": "stm32f4discovery", "bluepill_f103c8": "bluepill", "nrf52840_dk": "nrf52840", "bbc_microbit_v2": "microbit-v2",
    "adafruit_metro_m4": "metro-m4", "teensy41": "teensy-4.1", "esp32dev": "esp32", "esp32-s3-devkitc-1": "esp32-s3", "esp32-c6-devkitc-1": "esp32-c6", "esp32-h2-devkitm-1": "rv32",
    "esp32cam": "esp32", "portenta_h7_m7": "portenta-h7", "portenta_h7_m4": "cortex-m4", "uno_r4_wifi": "uno-r4", "due": "arduino-due", "sipeed-longan-nano": "longan-nano",
    "qemu_cortex_m3": "cortex-m3", "mps3_an547": "cortex-m55", "frdm_k64f": "frdm-k64f", "lpcxpresso55s69_cpu0": "lpcxpresso55s69", "mimxrt1060_evkb": "mimxrt1060-evk",
    "esp32": "esp32", "esp32p4_function_ev": "rv32", "pico": "rp2040", "uno": None, "native": None,
}


class Init(CommandCase):
    def project(self, files, model=SINE, place="models/sine.tflite"):
        folder = self.folder / "project"
        if folder.exists():
            shutil.rmtree(folder)
        for name, text in {"main.c": MAIN, **files}.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        if model:
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(model, folder / place)
        return folder

    def init(self, folder, *words):
        return json.loads(self.done("init", *words, "--json", folder=folder))

    def next(self, said, folder):
        """Runs the command that nook init names, in a shell."""
        command = said["next"]
        self.assertTrue(command.startswith("nook compile "), command)
        environment = {**os.environ, "PATH": f"{self.nook.parent}:{os.environ['PATH']}"}
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_each_kind_of_project_has_its_format_and_place(self):
        for name, (files, form, board, target) in PROJECTS.items():
            with self.subTest(name):
                folder = self.project(files)
                before = {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
                said = self.init(folder)
                self.assertEqual((said["format"], said["board"], said["target"]), (form, board, target), said)
                self.assertEqual(said["written"], "models/nook.toml")
                self.assertEqual({file: file.read_bytes() for file in before}, before, "the project's own files")
                new = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()} - {str(f.relative_to(folder)) for f in before}
                self.assertEqual(new, {"models/nook.toml", "models/.nook-files"})
                text = (folder / "models/nook.toml").read_text()
                for words in [said["next"], *(line for addition in said["add"] for line in addition["lines"])]:
                    self.assertIn(words, text)
                self.next(said, folder)
                made = json.loads(next(folder.rglob("sine.json")).read_text())
                self.assertEqual(made["target"], target)

    def test_every_board_is_known_by_its_own_name(self):
        for board in self.json("boards")["boards"]:
            for word in (board["name"].replace("-", "_"), board["name"].upper()):
                folder = self.project({"platformio.ini": f"[env]\nboard = {word}\n"})
                said = self.init(folder)
                self.assertEqual((said["board"], said["target"]), (board["name"], board["target"]), word)

    def test_boards_are_known_by_the_names_of_other_worlds(self):
        for word, place in NAMES.items():
            said = self.init(self.project({"platformio.ini": f"[env]\nboard = {word}\n"}))
            self.assertEqual(said["board"] or said["target"], place or "generic", word)

    def test_the_lines_build_a_project_of_cmake(self):
        folder = self.project(PROJECTS["plain_cmake"][0])
        said = self.init(folder)
        self.next(said, folder)
        lines = next(a["lines"] for a in said["add"] if a["file"] == "CMakeLists.txt")
        with (folder / "CMakeLists.txt").open("a") as file:
            file.write("\n".join(lines) + "\n")
        for command in (["cmake", "-B", "build"], ["cmake", "--build", "build"]):
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(subprocess.run([folder / "build/app"], capture_output=True, text=True).stdout, "1\n")

    def test_the_lines_build_a_project_of_make(self):
        rule = "app: main.o\n\t$(CC) $(LDFLAGS) main.o $(LDLIBS) -o $@\n"
        for text in (rule, "all: app\n" + rule, "# comment\nNAME := value\n.PHONY: all\nall: app\n\n" + rule):
            folder = self.project({"Makefile": text})
            said = self.init(folder)
            self.next(said, folder)
            lines = next(a["lines"] for a in said["add"] if a["file"] == "the Makefile")
            with (folder / "Makefile").open("a") as file:
                file.write("\n".join(lines) + "\n")
            done = subprocess.run(["make", "app", "CC=cc", "AR=ar"], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertEqual(subprocess.run([folder / "app"], capture_output=True, text=True).stdout, "1\n")

    def test_the_lines_name_what_the_packages_have(self):
        folder = self.project(PROJECTS["zephyr_set"][0])
        said = self.init(folder)
        self.next(said, folder)
        module, option = (a["lines"][0] for a in said["add"][:2])
        made = folder / re.search(r"SOURCE_DIR\}/(\w+)\)", module)[1]
        self.assertIn(f"config {option.removeprefix('CONFIG_').removesuffix('=y')}\n", (made / "Kconfig").read_text())
        folder = self.project(PROJECTS["esp_idf"][0])
        said = self.init(folder)
        self.next(said, folder)
        component = said["add"][0]["lines"][0].removeprefix("REQUIRES ")
        self.assertTrue((folder / "components" / component / "idf_component.yml").is_file())

    def test_a_large_model_gets_the_options_that_make_it_fit(self):
        tight = "name = \"tight\"\ntarget = \"cortex-m4\"\nram = [\"sram={}\"]\nflash = \"512KiB\"\nclock = \"80MHz\"\n"
        whole = self.json("analyze", DIGITS_FLOAT, "--target", "cortex-m4")
        for bytes_of_ram, fits in ((64 << 10, "yes"), (whole["ram_bytes"] + whole["stack_bytes"] - 8, "tight"), (1024, "no")):
            folder = self.project({"own.toml": tight.format(bytes_of_ram)}, DIGITS_FLOAT, "net.tflite")
            said = self.init(folder, "--board", "own.toml")
            self.assertEqual(said["fits"], fits)
            text = (folder / "nook.toml").read_text()
            self.assertEqual("in-scratch = true" in text or "stream-input" in text, fits == "tight", text)
            if fits != "no":
                self.next(said, folder)

    def test_the_command_line_decides(self):
        folder = self.project(PROJECTS["platformio"][0])
        self.assertEqual(self.init(folder, "--target", "cortex-m0")["target"], "cortex-m0")
        folder = self.project(PROJECTS["platformio"][0])
        self.assertEqual(self.init(folder, "models/sine.tflite", "--board", "nrf52840")["board"], "nrf52840")

    def test_names_with_blanks_and_quotes_reach_the_shell(self):
        folder = self.project({}, SINE, "my models/it's a $sine.tflite")
        self.next(self.init(folder), folder)

    def test_models_of_builds_are_not_the_projects(self):
        folder = self.project({})
        for place in ("build/a.tflite", ".hidden/a.tflite", "node_modules/a.onnx", "a/b/c/d/e.tflite"):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SINE, folder / place)
        self.assertEqual(self.init(folder)["model"], "models/sine.tflite")

    def test_nothing_is_overwritten(self):
        folder = self.project({"models/nook.toml": "O = \"time\"\n"})
        for words in ((), ("models/sine.tflite",)):
            done = self.run_nook("init", *words, folder=folder)
            self.assertEqual(done.returncode, INPUT_OUTPUT)
            self.assertIn("error[N4011] models/nook.toml: exists", done.stderr)
        self.assertEqual((folder / "models/nook.toml").read_text(), "O = \"time\"\n")
        (folder / "models/nook.toml").unlink()
        (folder / "models/nook.toml").symlink_to(folder / "elsewhere.toml")
        self.assertEqual(self.run_nook("init", folder=folder).returncode, INPUT_OUTPUT)
        self.assertFalse((folder / "elsewhere.toml").exists())

    def test_refusals_write_nothing(self):
        for files, words, code, says in (
                ({}, (), "N2097", "no .tflite or .onnx"), ({"a.onnx": "x", "b.tflite": "x"}, (), "N2097", "a.onnx, b.tflite"),
                ({"a.tflite": "no model"}, (), "N3035", "a.tflite"), ({"platformio.ini": ""}, ("x.tflite",), "N4001", "x.tflite"),
                ({"CMakeLists.txt": ESP_IDF}, ("--target", "cortex-m4", str(SINE)), "N2088", "esp-idf"), ({}, ("--board", "no-board", str(SINE)), "N2080", "no-board")):
            folder = self.project(files, None)
            done = self.run_nook("init", *words, folder=folder)
            self.assertIn(f"error[{code}] ", done.stderr, (files, words))
            self.assertIn(says, done.stderr)
            self.assertFalse(list(folder.rglob("nook.toml")))

    def test_large_and_strange_files_are_passed_over(self):
        folder = self.project({"CMakeLists.txt": "add_executable(app" + "x" * 300_000, "cmake/a.cmake": "\0-mcpu=\n-mcpu=", "b.ioc": "Mcu.UserName=\n", "Makefile": ":\n=:\n", "toolchain/x.cmake": "-mcpu=" + "a/" * 100_000})
        (folder / "platformio.ini").mkdir()
        self.assertEqual(self.init(folder)["target"], "generic")

    def test_text_says_the_same(self):
        folder = self.project(PROJECTS["platformio_unknown"][0])
        text = self.done("init", folder=folder)
        for words in ("PlatformIO (platformio.ini)", "nook has no board some_board (platformio.ini)", "models/sine.tflite, ", "Written: models/nook.toml",
                      "  nook compile models/sine.tflite -o lib/nook_sine\n", '#include "sine.h"'):
            self.assertIn(words, text)


if __name__ == "__main__":
    main()
