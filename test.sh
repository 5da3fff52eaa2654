#!/usr/bin/env bash
# All tests of bout, on any machine with a Rust toolchain. Installs what else it needs.
set -euo pipefail
cd "$(dirname "$0")"

FUZZ_SECONDS=${FUZZ_SECONDS:-10}

main() {
    install_missing
    step "formatting" cargo fmt --all --check
    step "formatting of the packer" cargo fmt --manifest-path pack/Cargo.toml --check
    step "clippy" cargo clippy --workspace --all-targets --locked -- -D warnings
    step "clippy of the packer" cargo clippy --manifest-path pack/Cargo.toml --locked -- -D warnings
    step "allowed dependencies" cargo run --quiet --locked --package xtask --profile dev -- dependencies
    step "tests" cargo nextest run --workspace --locked --no-fail-fast
    step "doc tests" cargo test --quiet --workspace --doc --locked
    step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
    step "conformance" cargo run --quiet --locked --package bout -- conform testdata/*/conformance.json testdata/esowar/closed-form.json
    step "examples" check_examples
    step "demo" cargo run --quiet --locked --package bout -- demo --games 2 -o "$(mktemp --suffix .html)"
    step "the page" try_page
    for target in fuzz/fuzz_targets/*.rs; do
        step "fuzzing $(basename "$target" .rs)" fuzz "$(basename "$target" .rs)"
    done
    echo "== all passed"
}

step() {
    echo "== $1"
    shift
    "$@"
}

# A new machine has the Rust toolchain and little else.
install_missing() {
    local packages=()
    { command -v cc && command -v gcc; } >/dev/null || packages+=(gcc libc6-dev)
    command -v c++ >/dev/null || packages+=(g++)
    # Debian's smallest perl lacks the module.
    perl -MOpcode -e 1 2>/dev/null || packages+=(perl)
    command -v node >/dev/null || packages+=(nodejs)
    command -v npm >/dev/null || packages+=(npm)
    command -v chromium >/dev/null || packages+=(chromium)
    if [ ${#packages[@]} -gt 0 ]; then
        step "installing ${packages[*]}" as_root apt-get update -qq
        as_root apt-get install -y -qq --no-install-recommends "${packages[@]}"
    fi
    command -v cargo-nextest >/dev/null || step "installing cargo-nextest" cargo install --quiet --locked cargo-nextest
    command -v cargo-fuzz >/dev/null || step "installing cargo-fuzz" cargo install --quiet --locked cargo-fuzz
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# Examples have no errors, no warnings and are in canonical form.
check_examples() {
    local game said
    for game in examples/*/; do
        said=$(cargo run --quiet --locked --package bout -- check --output jsonl "$game")
        if grep -F '"severity"' <<<"$said"; then
            echo "an example has something to complain about" >&2
            return 1
        fi
        cargo run --quiet --locked --package bout -- fmt --check "$game"
    done
}

# The packed page, in Node and in a browser, on matches of the examples.
try_page() {
    cargo build --quiet --locked --package bout --package page --bins --examples
    npm ci --silent --no-audit --no-fund --prefix crates/page/tests
    node crates/page/tests/page.mjs
}

# A short run from the committed seeds: what it finds goes into fuzz/artifacts.
fuzz() {
    mkdir -p "fuzz/corpus/$1"
    cargo fuzz run -s none "$1" "fuzz/corpus/$1" "fuzz/seeds/$1" -- \
        -max_total_time="$FUZZ_SECONDS" -print_final_stats=0 -verbosity=0 -timeout=60
}

main "$@"
