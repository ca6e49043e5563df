"""Runs commands of the AWS CLI one after another in this process, because a CLI process takes longer to start than most
commands to run: reads a list of arguments from each line of the standard input, and prints for each a line with the
status, the output and the error output, all as JSON."""

import contextlib
import io
import json
import sys

from awscli.clidriver import create_clidriver

for line in sys.stdin:
    printed, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(errors):
        status = create_clidriver().main(json.loads(line))
    print(json.dumps([status, printed.getvalue(), errors.getvalue()]), flush=True)
