"""The size of managed tensors in a firmware, by part, from its symbols."""
import re
import subprocess

CORE = ("AllocatorInterface|InMetadata|Handle|Context|Tensor|TensorInterface|TensorMap|OperatorBase|IntegralValue|"
        "IntegralReference|FastOperator")
# By the class or function that a symbol belongs to.
PARTS = {
    "arena": re.compile(r"(CircularArenaAllocator|BumpArenaAllocator|Blocks)<"),
    "tensors": re.compile(r"(RamTensor|RomTensor|BufferTensor)\b"),
    "handler": re.compile(r"(EventHistory|SimpleErrorHandler|ErrorHandler)\b"),
    "core": re.compile(rf"({CORE})\b|(raise|notify)\("),
}


def symbols(nm, elf):
    """(address, bytes, name) of code and constants; one name for each address."""
    seen = {}
    text = subprocess.run([nm, "-S", "-C", "--radix=d", elf], capture_output=True, text=True, check=True).stdout
    for line in text.splitlines():
        match = re.match(r"(\d+) (\d+) ([tTrRwWvVdD]) (.*)", line)
        if match:
            seen.setdefault(int(match[1]), (int(match[2]), match[4]))
    return [(address, size, name) for address, (size, name) in sorted(seen.items())]


def part_of(name):
    owner = re.match(r"(?:vtable for |nook::managed::IntegralReference const& )?nook::managed::(.*)", name)
    if owner:
        return next((part for part, pattern in PARTS.items() if pattern.match(owner[1])), "operators")
    return "operators" if "nook" in name else "other"


def sizes(nm, elf):
    total = dict.fromkeys([*PARTS, "operators", "other"], 0)
    for _, size, name in symbols(nm, elf):
        total[part_of(name)] += size
    total["library"] = total["arena"] + total["tensors"] + total["handler"]
    return total
