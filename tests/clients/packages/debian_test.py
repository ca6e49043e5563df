"""The Debian package: debian_test.py PACKAGES DIRECTORY

Its files are unpacked into DIRECTORY/files. If root runs the test, dpkg also installs the package below DIRECTORY/root,
where dpkg's list of packages is empty, and removes it again. A check by man, mandoc, systemd-analyze or lintian is
skipped, with a message that names the program, where the program is not installed."""

import glob
import gzip
import os
import re
import shutil
import subprocess
import sys
import unittest

from variables import variables_of

PACKAGES, DIRECTORY = map(os.path.abspath, sys.argv[1:3])
[PACKAGE] = glob.glob(os.path.join(PACKAGES, "*.deb"))
FILES = os.path.join(DIRECTORY, "files")
ROOT = os.path.join(DIRECTORY, "root")
BINARY = os.path.join(FILES, "usr/bin/holdfast")
MAN_PAGE = os.path.join(FILES, "usr/share/man/man1/holdfast.1.gz")
UNIT = "usr/lib/systemd/system/holdfast.service"
CONFIGURATION = "etc/default/holdfast"
VARIABLE = re.compile(r"^#?([A-Z_]+)=(.*)$", re.MULTILINE)


def output_of(*command, expect=0, env=None):
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
        env={**os.environ, "LC_ALL": "C", **(env or {})},
    )
    assert done.returncode == expect, f"status {done.returncode}, expected {expect}: {command}\n{done.stdout}"
    return done.stdout


def text_of(path):
    with open(os.path.join(FILES, path), encoding="utf-8") as file:
        return file.read()


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


def setUpModule():
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(DIRECTORY)
    output_of("dpkg-deb", "--extract", PACKAGE, FILES)


class Package(unittest.TestCase):
    def test_its_fields(self):
        version = output_of(BINARY, "--version").split()[1]
        fields = output_of("dpkg-deb", "--field", PACKAGE)
        self.assertRegex(fields, r"(?m)^Package: holdfast$")
        self.assertRegex(fields, rf"(?m)^Version: {version}$")
        self.assertEqual(os.path.basename(PACKAGE).split("_")[:2], ["holdfast", version])

    def test_it_depends_on_packages_only_for_shared_libraries(self):
        libraries = re.findall(r"\(NEEDED\)", output_of("readelf", "--dynamic", BINARY))
        depends = output_of("dpkg-deb", "--field", PACKAGE, "Depends").strip()
        self.assertEqual(bool(libraries), bool(depends))
        for package in re.findall(r"([a-z0-9.+-]+) \(", depends):
            output_of("dpkg-query", "--show", package)

    def test_its_files_belong_to_root_and_only_root_may_write_them(self):
        for line in output_of("dpkg-deb", "--contents", PACKAGE).splitlines():
            self.assertRegex(line, r"^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--) root/root ")

    def test_only_the_configuration_is_kept_when_it_is_changed(self):
        self.assertEqual(output_of("dpkg-deb", "--info", PACKAGE, "conffiles"), f"/{CONFIGURATION}\n")

    @needs("lintian")
    def test_lintian(self):
        output = output_of("lintian", "--profile", "debian", "--allow-root", "--fail-on", "error,warning", PACKAGE)
        self.assertNotRegex(output, r"(?m)^[EW]: ")


class ManualPage(unittest.TestCase):
    def test_has_the_flags_of_every_command(self):
        with gzip.open(MAN_PAGE, "rt", encoding="utf-8") as file:
            page = file.read().replace("\\-", "-")
        sections = dict(re.findall(r"(?ms)^\.SH ([^\n]+)\n(.*?)(?=^\.SH |\Z)", page))
        commands = {"": "FLAGS OF THE SERVER", "shake": "HOLDFAST SHAKE", "health": "HOLDFAST HEALTH"}
        for command, section in commands.items():
            flags = re.findall(r"(?m)^  (--\S+(?: \S+)?)", output_of(BINARY, *command.split(), "--help"))
            self.assertIn("--help", {flag.split()[0] for flag in flags})
            self.assertEqual(re.findall(r"(?m)^\.B (--.*)$", sections[section]), flags)

    @needs("man")
    def test_is_rendered_without_a_warning(self):
        environment = {"MANWIDTH": "100", "MAN_KEEP_STDERR": "1"}
        output = output_of("man", "--warnings", "--local-file", MAN_PAGE, env=environment)
        self.assertIn("holdfast shake [FLAG]... -- COMMAND...", output)
        self.assertNotIn("warning:", output)

    @needs("mandoc")
    def test_mandoc(self):
        self.assertEqual(output_of("mandoc", "-Tlint", "-Wwarning", MAN_PAGE), "")


class Service(unittest.TestCase):
    def test_its_configuration_sets_variables_of_flags(self):
        settings = VARIABLE.findall(text_of(CONFIGURATION))
        self.assertGreater(len(settings), 2)
        self.assertLessEqual({name for name, _ in settings}, variables_of(BINARY))
        # The two flags exclude each other. The server reports that only after it has accepted all variables.
        output = output_of(BINARY, "--shared-db", "--template-db=111111111111", expect=1, env=dict(settings))
        self.assertIn("leave one of the two out (set in the environment: HOLDFAST_HOST", output)

    def test_its_configuration_changes_nothing_unless_it_is_edited(self):
        self.assertNotRegex(text_of(CONFIGURATION), r"(?m)^[^#\n]")

    def test_names_files_of_the_package(self):
        unit = text_of(UNIT)
        self.assertIn("\nExecStart=/usr/bin/holdfast\n", unit)
        self.assertIn(f"\nEnvironmentFile=-/{CONFIGURATION}\n", unit)
        self.assertIn("\nDynamicUser=yes\n", unit)

    @needs("systemd-analyze")
    def test_systemd_accepts_the_unit(self):
        path = os.path.join(DIRECTORY, "holdfast.service")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(UNIT).replace("=/usr/bin/holdfast", f"={BINARY}"))
        self.assertEqual(output_of("systemd-analyze", "verify", "--man=no", path), "")


@unittest.skipUnless(os.getuid() == 0, "dpkg installs for root alone")
class Installation(unittest.TestCase):
    def dpkg(self, *arguments):
        # The package's scripts see that DPKG_ROOT is set, and do not touch this machine's services.
        return output_of(
            "dpkg", f"--root={ROOT}", f"--log={DIRECTORY}/dpkg.log", "--force-script-chrootless", "--force-depends",
            *arguments,
        )

    def files(self):
        found = set()
        for directory, _, names in os.walk(ROOT):
            found |= {os.path.relpath(os.path.join(directory, name), ROOT) for name in names}
        return {path for path in found if not path.startswith("var/lib/dpkg/")}

    def setUp(self):
        shutil.rmtree(ROOT, ignore_errors=True)
        for name in ("info", "updates", "triggers"):
            os.makedirs(os.path.join(ROOT, "var/lib/dpkg", name))
        for name in ("status", "available"):
            open(os.path.join(ROOT, "var/lib/dpkg", name), "w").close()

    def test_installs_removes_and_purges(self):
        self.dpkg("--install", PACKAGE)
        self.assertEqual(self.dpkg("--verify", "holdfast"), "")
        version = output_of(os.path.join(ROOT, "usr/bin/holdfast"), "--version")
        self.assertRegex(version, r"^holdfast \d")
        # The package neither enables nor starts the service: its archive has no link that enables it.
        self.assertEqual({path for path in self.files() if path.startswith("etc/")}, {CONFIGURATION})

        with open(os.path.join(ROOT, CONFIGURATION), "a", encoding="utf-8") as file:
            file.write("HOLDFAST_PORT=9000\n")
        self.dpkg("--install", PACKAGE)
        with open(os.path.join(ROOT, CONFIGURATION), encoding="utf-8") as file:
            self.assertIn("\nHOLDFAST_PORT=9000\n", file.read())

        self.dpkg("--remove", "holdfast")
        self.assertEqual(self.files(), {CONFIGURATION})
        self.dpkg("--purge", "holdfast")
        self.assertEqual(self.files(), set())
        self.assertEqual(glob.glob(os.path.join(ROOT, "var/lib/dpkg/info/holdfast*")), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
