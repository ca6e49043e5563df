"""Writes the packages: pack.py BINARY DIRECTORY

The packages of npm are tar archives whose files are in `package/`. A wheel is a zip archive with its metadata, as PEP
427 describes it. Neither needs a tool of its registry. Equal inputs make equal archives: times and owners are fixed,
and files are sorted."""

import base64
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.abspath(os.path.join(HERE, "../.."))
# The Debian packages of the libraries in a statically linked binary. Their licences are put into every package with the
# binary, as far as this machine has them. Boost is not among them: its licence need not accompany a binary.
LIBRARIES = ["libabsl-dev", "libc6-dev", "libdeflate-dev", "libssl-dev", "libstdc++-12-dev", "rapidjson-dev"]
# npm's name and the wheel tag's name of a processor, by the name that `readelf --file-header` prints.
MACHINES = {"Advanced Micro Devices X86-64": ("x64", "x86_64"), "AArch64": ("arm64", "aarch64")}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def sources(folder, keep):
    """The contents of the files below `folder`, a folder beside this file, by their paths in it. `keep` selects the
    paths. Caches, examples and installed packages are left out."""
    found = {}
    top = os.path.join(HERE, folder)
    for directory, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name not in ("__pycache__", "examples", "node_modules")]
        for name in names:
            path = os.path.relpath(os.path.join(directory, name), top)
            if keep(path):
                found[path] = read(os.path.join(directory, name))
    return found


def licences():
    """The licences of Holdfast and of the libraries in the binary, which have to accompany it."""
    found = {"LICENSE": read(os.path.join(REPOSITORY, "LICENSE"))}
    for library in LIBRARIES:
        path = f"/usr/share/doc/{library}/copyright"
        if os.path.exists(path):
            found[f"licenses/{library}"] = read(path)
    return found


class Binary:
    def __init__(self, path):
        self.content = read(path)
        self.version = subprocess.run([path, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
        self._elf = subprocess.run(
            ["readelf", "--wide", "--file-header", "--dynamic", "--version-info", path],
            check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"},
        ).stdout
        machine = re.search(r"Machine:\s+(.*?)\s*$", self._elf, re.MULTILINE)[1]
        if machine not in MACHINES:
            sys.exit(f"pack.py: there is no package for the processor {machine}")
        self.npm_processor, self.wheel_processor = MACHINES[machine]

    @property
    def libraries(self):
        return re.findall(r"\(NEEDED\)\s+Shared library: \[(.*?)\]", self._elf)

    @property
    def wheel_platforms(self):
        """The tags of the systems that the binary runs on. A binary without shared libraries runs on every Linux, with
        glibc or musl, and gets the tags of old versions of both. A binary that needs no libraries but those of glibc
        gets the tag of the newest version of glibc whose symbols it uses, and runs with later ones, too (PEP 600). A
        binary that needs other libraries fits no tag that a registry accepts."""
        processor = self.wheel_processor
        if not self.libraries:
            return [f"manylinux_2_17_{processor}", f"manylinux2014_{processor}", f"musllinux_1_1_{processor}"]
        glibc = re.compile(r"(libc|libm|libpthread|libdl|librt)\.so\.\d|ld-linux.*\.so\.\d")
        if all(glibc.fullmatch(library) for library in self.libraries):
            minor = max(int(number) for number in re.findall(r"\bGLIBC_2\.(\d+)", self._elf))
            return [f"manylinux_2_{minor}_{processor}"]
        return [f"linux_{processor}"]


def write_npm_package(path, files, executables):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(files[name])
            entry.mode = 0o755 if name in executables else 0o644
            tar.addfile(entry, io.BytesIO(files[name]))
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed:
        compressed.write(archive.getvalue())


def write_wheel(path, files, executables, dist_info):
    """`dist_info` is the name of the folder with the metadata. RECORD, its last file, lists all others."""
    record = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name in sorted(files):
            digest = base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(files[name])}\n"
            add(wheel, name, files[name], 0o755 if name in executables else 0o644)
        add(wheel, f"{dist_info}/RECORD", (record + f"{dist_info}/RECORD,,\n").encode(), 0o644)


def add(wheel, name, content, mode):
    entry = zipfile.ZipInfo(name)  # Its time is in 1980, the earliest that the format can express.
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, content)


def npm_packages(binary, directory):
    manifest = json.loads(read(os.path.join(HERE, "javascript/package.json")))
    require_version("javascript/package.json", manifest["version"], binary)
    platform = f"@holdfast/linux-{binary.npm_processor}"
    # Only packed packages have this dependency: in a clone, the binary is the one that the clone has built.
    manifest["optionalDependencies"] = {platform: binary.version}
    files = sources("javascript", lambda path: path.endswith((".js", ".mjs", ".d.ts")))
    files |= {"package.json": to_json(manifest), "LICENSE": licences()["LICENSE"]}
    yield os.path.join(directory, f"holdfast-{binary.version}.tgz"), files, {"bin/holdfast.js"}

    platform_manifest = {
        "name": platform,
        "version": binary.version,
        "description": f"The binary of holdfast for Linux on {binary.npm_processor}",
        "license": manifest["license"],
        "os": ["linux"],
        "cpu": [binary.npm_processor],
    }
    files = {"package.json": to_json(platform_manifest), "bin/holdfast": binary.content, **licences()}
    path = os.path.join(directory, f"holdfast-linux-{binary.npm_processor}-{binary.version}.tgz")
    yield path, files, {"bin/holdfast"}


def python_wheel(binary, directory):
    project = tomllib.loads(read(os.path.join(HERE, "python/pyproject.toml")).decode())["project"]
    require_version("python/pyproject.toml", project["version"], binary)
    dist_info = f"holdfast-{binary.version}.dist-info"
    platforms = binary.wheel_platforms
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        "Classifier: Framework :: Pytest",
    ]
    wheel = ["Wheel-Version: 1.0", "Generator: holdfast", "Root-Is-Purelib: false"]
    wheel += [f"Tag: py3-none-{platform}" for platform in platforms]
    entry_points = {"console_scripts": project["scripts"], **project["entry-points"]}
    sections = [
        "\n".join([f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()), ""])
        for group, entries in entry_points.items()
    ]
    files = sources("python", lambda path: path.endswith((".py", "py.typed")))
    files |= {"holdfast/bin/holdfast": binary.content}
    files |= {f"{dist_info}/{name}": content for name, content in licences().items()}
    files |= {
        f"{dist_info}/METADATA": to_text(metadata),
        f"{dist_info}/WHEEL": to_text(wheel),
        f"{dist_info}/entry_points.txt": to_text(sections),
    }
    path = os.path.join(directory, f"holdfast-{binary.version}-py3-none-{'.'.join(platforms)}.whl")
    return path, files, {"holdfast/bin/holdfast"}, dist_info


def require_version(file, version, binary):
    if version != binary.version:
        sys.exit(f"pack.py: server/packages/{file} is of version {version}, the binary of {binary.version}")


def to_json(value):
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def to_text(lines):
    return ("\n".join(lines) + "\n").encode()


def main():
    binary = Binary(os.path.abspath(sys.argv[1]))
    directory = sys.argv[2]
    for name in os.listdir(directory):
        if re.fullmatch(r"holdfast-.*\.(tgz|whl)", name):
            os.remove(os.path.join(directory, name))  # A package of an earlier version or another platform.
    paths = []
    for path, files, executables in npm_packages(binary, directory):
        write_npm_package(path, files, executables)
        paths.append(path)
    path, files, executables, dist_info = python_wheel(binary, directory)
    write_wheel(path, files, executables, dist_info)
    for path in [*paths, path]:
        print(f"{path} ({os.path.getsize(path) / 1e6:.1f} MB)")
    if binary.libraries:
        print(f"The binary runs only where these are installed: {' '.join(binary.libraries)}")


if __name__ == "__main__":
    main()
