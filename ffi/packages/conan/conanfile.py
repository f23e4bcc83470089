"""The C and C++ library of Glossweave as a package of Conan 2, from the sources that this recipe lies in."""

import re
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import cross_building
from conan.tools.files import copy, load
from conan.tools.system.package_manager import Apt

required_conan_version = ">=2.0"


class Glossweave(ConanFile):
    name = "glossweave"
    description = "Engine that finds and links entities and terms in documents, and translates them"
    license = "Apache-2.0"
    url = homepage = "https://github.com/glossweave/glossweave"
    topics = ("nlp", "named-entity-recognition", "entity-linking", "nif", "its", "xliff")
    package_type = "library"
    # The interface is C and the build is optimized, whatever compiler and build type a program has. Rust compiles
    # position-independent code, so there is no option fPIC.
    settings = "os", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": True}

    def set_version(self):
        manifest = load(self, self._tree() / "Cargo.toml")
        self.version = re.search(r'^version = "(.+)"$', manifest, re.MULTILINE).group(1)

    def _tree(self):
        return Path(self.recipe_folder).parents[2]

    def export_sources(self):
        for file in ("Cargo.toml", "Cargo.lock", "LICENSE"):
            copy(self, file, self._tree(), self.export_sources_folder)
        # Cargo reads the manifests of the whole workspace.
        for folder in ("core", "examples", "ffi", "include", "python", "scripts", "tests"):
            copy(
                self,
                "*",
                self._tree() / folder,
                Path(self.export_sources_folder) / folder,
                excludes=("*/target/*", "*/build/*", "*/corpus/*", "*/artifacts/*", "*/__pycache__/*"),
            )

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("glossweave is packaged for Linux only")

    def validate_build(self):
        if cross_building(self):
            raise ConanInvalidConfiguration("glossweave is built for the machine that builds it only")

    def system_requirements(self):
        # Of the system, as for everything that `make install` builds.
        Apt(self).install(["libxml2-dev", "libxslt1-dev"], check=True)

    def _installed(self):
        return Path(self.build_folder) / "installed"

    def build(self):
        kind = "shared" if self.options.shared else "static"
        script = Path(self.source_folder) / "scripts" / "install"
        self.run(f'env -u DESTDIR -u LIBDIR -u INCLUDEDIR -u CMAKEDIR -u DOCDIR -u DEBUG_FILES KIND={kind} PREFIX="{self._installed()}" "{script}"')

    def package(self):
        licenses = self._installed() / "share" / "doc" / "glossweave"
        copy(self, "LICENSE*", licenses, Path(self.package_folder) / "licenses")
        copy(self, "*", self._installed() / "include", Path(self.package_folder) / "include")
        # Conan writes the files for CMake and pkg-config.
        for library in ("libglossweave.a", "libglossweave.so*"):
            copy(self, library, self._installed() / "lib", Path(self.package_folder) / "lib", excludes="*.debug")

    def package_info(self):
        # The names of the files that `make install` installs.
        self.cpp_info.set_property("cmake_file_name", "glossweave")
        self.cpp_info.set_property("cmake_config_version_compat", "SameMinorVersion")
        kind = "shared" if self.options.shared else "static"
        self.cpp_info.set_property("cmake_target_name", "glossweave::glossweave")
        self.cpp_info.set_property("cmake_target_aliases", [f"glossweave::{kind}"])
        self.cpp_info.set_property("pkg_config_name", "glossweave" if self.options.shared else "glossweave-static")
        self.cpp_info.libs = ["glossweave"]
        if not self.options.shared:
            self.cpp_info.system_libs = ["exslt", "xslt", "xml2", "pthread", "dl", "m", "rt", "util", "gcc_s"]
