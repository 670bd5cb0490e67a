"""The command under test: `--nook PATH`, before unittest's own arguments."""
import argparse
import pathlib
import sys


def taken():
    """Its path; removes it from sys.argv."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--nook", required=True, type=pathlib.Path)
    options, sys.argv[1:] = parser.parse_known_args()
    return options.nook.resolve()
