"""A server that a test starts itself, and clients of boto3 for it."""

import contextlib
import os
import re
import socket
import subprocess

ENVIRONMENT = {
    **os.environ,
    "AWS_ACCESS_KEY_ID": "holdfast",
    "AWS_SECRET_ACCESS_KEY": "holdfast",
    "AWS_REGION": "us-east-1",
    "NO_PROXY": "127.0.0.1",
}


class ServerProcess:
    """A server: `process` listens at `url`, on a free port."""

    def __init__(self, binary, *flags, stderr=None):
        self.process = subprocess.Popen(
            [binary, "--port", "0", *flags], stdout=subprocess.PIPE, stderr=stderr, text=True, env=ENVIRONMENT
        )
        self.url = re.match(r"holdfast is listening on (\S+)", self.process.stdout.readline())[1]


def free_port():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as listening:
        return str(listening.getsockname()[1])


def client_of(url, service="dynamodb", attempts=1, **config):
    # Imported here, because some tests only need a port, and run where boto3 is not installed.
    import boto3  # pylint: disable=import-outside-toplevel
    from botocore.config import Config  # pylint: disable=import-outside-toplevel

    return boto3.client(
        service,
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id="holdfast",
        aws_secret_access_key="holdfast",
        config=Config(retries={"mode": "standard", "total_max_attempts": attempts}, read_timeout=60, **config),
    )
