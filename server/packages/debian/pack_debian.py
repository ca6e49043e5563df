"""Writes the Debian package: pack_debian.py BINARY DIRECTORY

Lays out its files in a temporary directory, and has CPack make the archive of them. Equal inputs make equal archives:
all files have the date of the package."""

import datetime
import email.utils
import gzip
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))

from man_page import man_page  # noqa: E402
from pack import Binary, licences, read  # noqa: E402

ARCHITECTURES = {"x64": "amd64", "arm64": "arm64"}
# The project has no address that receives mail; the top-level domain `invalid` is reserved and never exists (RFC 2606).
MAINTAINER = "The contributors of Holdfast <holdfast@holdfast.invalid>"
# The date of the package: SOURCE_DATE_EPOCH, as for Debian's tools. If that is not set it is 2026-10-01, because the
# server behaves as AWS did on that day.
DATE = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "1790812800")), datetime.timezone.utc)
CHANGELOG = """\
holdfast ({version}) unstable; urgency=medium

  * Holdfast {version}.

 -- {maintainer}  {date}
"""
EXECUTABLE_MODE, FILE_MODE = 0o755, 0o644


def required_packages(libraries):
    """The field Depends for a binary with these shared libraries: the packages that contain them, each in at least the
    version that is installed here."""
    paths = {os.path.basename(path): path for path in library_paths()}
    found = set()
    for library in libraries:
        # A package may name the file by its path from before /lib became a link to /usr/lib.
        path = paths.get(library, library).removeprefix("/usr")
        owner = re.search(r"^([^:,\s]+)", command_output("dpkg-query", "--search", path, f"/usr{path}"))
        if owner is None:
            sys.exit(f"pack_debian.py: no installed package contains {path}")
        package = owner[1]
        version = command_output("dpkg-query", "--show", "--showformat", "${Version}\n", package).split("\n")[0]
        found.add(f"{package} (>= {version})")
    return ", ".join(sorted(found))


def library_paths():
    return re.findall(r"=> (/\S+)", command_output("/sbin/ldconfig", "--print-cache"))


def command_output(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


def compressed(text):
    return gzip.compress(text.encode(), 9, mtime=0)


def package_files(path, binary):
    """Path, content and mode of each file of the package. The argument `path` is that of the binary."""
    documents = "usr/share/doc/holdfast"
    changelog = CHANGELOG.format(
        version=binary.version, maintainer=MAINTAINER, date=email.utils.format_datetime(DATE)
    )
    yield "usr/bin/holdfast", binary.content, EXECUTABLE_MODE
    yield "usr/share/man/man1/holdfast.1.gz", compressed(man_page(path, f"{DATE:%Y-%m-%d}")), FILE_MODE
    yield "usr/lib/systemd/system/holdfast.service", read(f"{HERE}/holdfast.service"), FILE_MODE
    yield "etc/default/holdfast", read(f"{HERE}/holdfast.default"), FILE_MODE
    yield f"{documents}/copyright", read(f"{HERE}/copyright"), FILE_MODE
    yield f"{documents}/changelog.gz", compressed(changelog), FILE_MODE
    yield "usr/share/lintian/overrides/holdfast", read(f"{HERE}/lintian-overrides"), FILE_MODE
    for name, content in licences().items():
        if name.startswith("licenses/"):
            yield f"{documents}/libraries/{os.path.basename(name)}", content, FILE_MODE


def write(path, content, mode):
    os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, mode)


def main():
    path, directory = map(os.path.abspath, sys.argv[1:3])
    binary = Binary(path)
    os.umask(0o022)
    with tempfile.TemporaryDirectory() as work:
        for name, content, mode in package_files(path, binary):
            write(f"{work}/files/{name}", content, mode)
        write(f"{work}/control/conffiles", b"/etc/default/holdfast\n", FILE_MODE)
        settings = {
            "VERSION": binary.version,
            "ARCHITECTURE": ARCHITECTURES[binary.npm_processor],
            "MAINTAINER": MAINTAINER,
            "DEPENDS": required_packages(binary.libraries),
            "FILES": f"{work}/files",
            "CONTROL": f"{work}/control",
            "DIRECTORY": f"{work}/package",
        }
        cpack = subprocess.run(
            ["cpack", "--config", f"{HERE}/cpack.cmake"], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
            env={
                **os.environ,
                **{f"HOLDFAST_PACKAGE_{name}": value for name, value in settings.items()},
                "SOURCE_DATE_EPOCH": str(int(DATE.timestamp())),
            },
        )
        if cpack.returncode != 0:
            sys.exit(f"{cpack.stdout}pack_debian.py: cpack ended with status {cpack.returncode}")
        [package] = [name for name in os.listdir(f"{work}/package") if name.endswith(".deb")]
        for name in os.listdir(directory):
            if re.fullmatch(r"holdfast_.*\.deb", name):
                os.remove(f"{directory}/{name}")  # A package of an earlier version or another processor.
        write(f"{directory}/{package}", read(f"{work}/package/{package}"), FILE_MODE)
    print(f"{directory}/{package} ({os.path.getsize(f'{directory}/{package}') / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
