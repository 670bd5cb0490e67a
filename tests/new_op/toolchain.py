"""The compilers and libraries with which the tests of ./dev new-op and new-kernel build what these write."""
import argparse


def arguments(about):
    """The arguments of a test: --cxx g++ --cc gcc --include DIR ... --libraries FILE ..."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--include", nargs="*", default=[])
    parser.add_argument("--libraries", nargs="+", required=True)
    return parser.parse_args()
