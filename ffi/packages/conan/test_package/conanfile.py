"""Builds the first programs in C and in C++ on the package, and runs them."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout


class FirstPrograms(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps", "VirtualRunEnv"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False
        toolchain.cache_variables["KIND"] = (
            "shared" if self.dependencies["glossweave"].options.shared else "static"
        )
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            tree = Path(self.source_folder).parents[3]
            for program in ("first-c", "first-cpp"):
                self.run(str(Path(self.cpp.build.bindir).resolve() / program), cwd=tree, env="conanrun")
