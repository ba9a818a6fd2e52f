"""Play runs in forks of this process and kill each at its moment, so that none pays for imports.

`python cli_killed.py FOLDER SIZE MOMENTS`, the last two in JSON; a moment of 1 is the length of a
whole run, such as is left in `FOLDER/whole`.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

from cli_process import play


def main(folder, size, moments):
    play(Path(folder) / "first", **size)
    start = time.monotonic()
    play(Path(folder) / "whole", **size)
    seconds = time.monotonic() - start
    for number, moment in enumerate(moments):
        child = os.fork()
        if child == 0:
            play(Path(folder) / f"killed-{number}", **size)
            os._exit(0)
        time.sleep(moment * seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), json.loads(sys.argv[3]))
