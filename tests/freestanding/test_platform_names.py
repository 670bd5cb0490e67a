"""No shipped source uses a name that a platform defines as a macro, and its own macros have a prefix.

A sketch includes Arduino.h before a network's header; NuttX's own stdint.h defines CODE; the header of a device calls
a peripheral FLASH. A name listed below would be replaced there if nook's code used it.
"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Object-like macros.
OBJECTS = """
CODE FAR NEAR DSEG IPTR OK ERROR TRUE FALSE NULL_PTR
HIGH LOW INPUT OUTPUT INPUT_PULLUP SERIAL DISPLAY LSBFIRST MSBFIRST CHANGE FALLING RISING DEFAULT EXTERNAL INTERNAL
PI HALF_PI TWO_PI DEG_TO_RAD RAD_TO_DEG EULER B0 B1 B00 B01 B10 B11 B000 B001 B010 B100
BIT0 BIT1 BIT2 BIT3 BIT4 BIT5 BIT6 BIT7 BIT8 BIT16 BIT31 IRAM_ATTR DRAM_ATTR ESP_OK ESP_FAIL
__I __O __IO __IM __OM __IOM SET RESET ENABLE DISABLE SUCCESS STATUS FLASH SRAM RCC PWR RTC SCB ITM DWT TPI MPU FPU NVIC SysTick
GPIOA GPIOB DMA1 DMA2 ADC1 TIM1 TIM2 SPI1 I2C1 USART1 CAN1 CRC RNG IWDG WWDG UART0 WDT PPI TEMP RADIO
KB MB GB MSEC_PER_SEC USEC_PER_SEC
_U _L _N _S _P _C _X _B unix linux IN OUT OPTIONAL CONST VOID
""".split()
# Function-like macros: only calls are affected.
FUNCTIONS = """
F bit bitRead bitSet bitClear bitWrite sq constrain radians degrees lowByte highByte interrupts noInterrupts clockCyclesPerMicrosecond
BIT BIT_MASK MIN MAX CLAMP ARRAY_SIZE ROUND_UP ROUND_DOWN CONTAINER_OF IS_ENABLED LISTIFY FOR_EACH COND_CODE_1 UTIL_CAT
READ_BIT SET_BIT CLEAR_BIT MODIFY_REG READ_REG WRITE_REG UNUSED likely unlikely
""".split()
# Names that intentionally match another interface.
PUBLIC = {"nook/managed/event.h": {"DECLARE_EVENT", "DECLARE_ERROR"}}
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*\s*\(?', re.S)


def shipped():
    return [path for path in sorted(ROOT.glob("nook/**/*")) if path.suffix in (".h", ".c", ".cc", ".inc", ".S")
            and not path.stem.endswith(("test", "random")) and "test" != path.stem]


def only_for_assembly():
    """The files of macros that only assembly includes, itself or through such a file."""
    included_by = {}
    for path in shipped():
        for name in re.findall(r'^\s*#\s*include\s*"(nook/kernels/asm/[^"]+\.inc)"', path.read_text(), re.M):
            included_by.setdefault(name, set()).add(str(path.relative_to(ROOT)))
    found, before = set(included_by), None
    while found != before:
        before = set(found)
        found = {name for name in found if all(by.endswith(".S") or by in before for by in included_by[name])}
    return found


def names_in(text):
    for found in TOKEN.findall(text):
        if not found.startswith(("//", "/*", '"', "'")):
            yield found


class PlatformNames(unittest.TestCase):
    def test_no_name_of_a_platform_is_used(self):
        objects, functions, found = set(OBJECTS), set(FUNCTIONS), []
        for path in shipped():
            for name in names_in(path.read_text()):
                bare = name.rstrip("( \n\t")
                if bare in objects or (bare in functions and name.endswith("(")):
                    found.append(f"{path.relative_to(ROOT)}: {bare}")
        self.assertEqual(sorted(set(found)), [])

    def test_macros_have_the_prefix(self):
        found, assembly = [], only_for_assembly()
        for path in shipped():
            name = str(path.relative_to(ROOT))
            # The names of TensorFlow Lite Micro, and names of registers in assembly, which includes no header of a platform.
            if name.startswith("nook/compat/") or name.endswith(".S") or name in assembly:
                continue
            for macro in re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", path.read_text(), re.M):
                if not macro.upper().startswith("NOOK_") and macro not in PUBLIC.get(name, ()):
                    found.append(f"{name}: {macro}")
        self.assertEqual(found, [])

    def test_the_test_sees_them(self):
        self.assertEqual([n.rstrip("(") for n in names_in('/* CODE */ "CODE" MARK(x) // CODE\nCODE')], ["MARK", "x", "CODE"])
        self.assertGreater(len(shipped()), 800)


if __name__ == "__main__":
    unittest.main()
