"""The command line, for `python -m glossweave`."""

import sys

from glossweave.cli import main

if __name__ == "__main__":
    sys.exit(main())
