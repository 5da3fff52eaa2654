#!/usr/bin/env bash
# Builds the Python package as a wheel, installs it into clean environments of every Python on this machine, and tests it.
#
#   python/test.sh     needs `target/debug/bout` (or BOUT=…) to compare with, and a network for packages the first time
set -euo pipefail
cd "$(dirname "$0")"

TARGET=$(realpath -m "${CARGO_TARGET_DIR:-../target}")
# Where environments and wheels are kept between runs.
PLACE=$TARGET/python
export BOUT=${BOUT:-$TARGET/debug/bout}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1
# Nobody writes next to the sources.
export PYTHONDONTWRITEBYTECODE=1 PYTHONPYCACHEPREFIX=$PLACE/cache

# Those of the Python that builds the wheel and checks types. It also runs the notebook, which others need not repeat.
TOOLS=(maturin==1.16.0 mypy==2.4.1 pyright==1.1.414 numpy==2.4.6 pytest==9.2.0 nbclient==0.11.0 ipykernel==7.4.0)
# Old Pythons get old versions of these.
TESTED_WITH=(numpy pytest)

main() {
    mkdir -p "$PLACE"
    environment tools python3 "${TOOLS[@]}"
    build_wheel
    local python
    for python in $(pythons); do
        echo "   $("$python" --version)"
        try_alone "$python"
        environment "tested-$(version "$python")" "$python" "${TESTED_WITH[@]}"
        install_wheel "tested-$(version "$python")"
        "$PLACE/tested-$(version "$python")/bin/pytest" -q -p no:cacheprovider --ignore tests/test_notebook.py
    done
    install_wheel tools
    JUPYTER_PLATFORM_DIRS=1 "$PLACE/tools/bin/pytest" -q -p no:cacheprovider tests/test_notebook.py
    check_types
}

# An environment that is made once, and again when what it holds changes: name, Python, packages.
environment() {
    local folder=$PLACE/$1 python=$2
    shift 2
    local wanted="$("$python" --version) $*"
    [ "$(cat "$folder/holds" 2>/dev/null)" = "$wanted" ] && return
    rm -rf "$folder"
    "$python" -m venv "$folder"
    "$folder/bin/python" -m pip install "$@"
    echo "$wanted" >"$folder/holds"
}

build_wheel() {
    rm -rf "$PLACE/wheels"
    CARGO_TARGET_DIR=$TARGET quietly "$PLACE/tools/bin/maturin" build --quiet --locked --profile dev --out "$PLACE/wheels"
}

install_wheel() {
    "$PLACE/$1/bin/python" -m pip install --force-reinstall --no-deps --no-index "$PLACE"/wheels/*.whl
}

# Every Python of this machine that the package supports, by its path; also those that pyenv keeps.
pythons() {
    local found
    for found in $(command -v python3 python3.{9..15}) "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        "$found" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || continue
        echo "$(version "$found") $found"
    done | sort -u -t . -k 2,2n | cut -d ' ' -f 2
}

version() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

# The wheel alone, without numpy: it plays, and says what arrays need.
try_alone() {
    local clean=$PLACE/clean
    "$1" -m venv --clear --without-pip "$clean"
    "$PLACE/tools/bin/python" -m pip --python "$clean/bin/python" install --no-index "$PLACE"/wheels/*.whl
    "$clean/bin/python" -I - <<'PYTHON'
import bout

results = bout.play("crash", ["noop", "crash"], games=3)
assert results.wins == [3, 0], results
try:
    results.to_numpy()
except ImportError as error:
    assert "pip install 'bout[numpy]'" in str(error), error
else:
    raise SystemExit("numpy is not in this environment, but an array was made")
PYTHON
}

# Shows what a command printed only if it failed.
quietly() {
    "$@" >"$PLACE/said" 2>&1 || { cat "$PLACE/said" && return 1; }
}

# The types of the package and of its tests, by two checkers; and whether the stubs are what there is.
check_types() {
    local tools=$PLACE/tools/bin
    "$tools/mypy" --cache-dir "$PLACE/mypy" package/bout tests
    quietly "$tools/pyright" --pythonpath "$tools/python"
    # From another folder: not the sources are imported, but what is installed.
    (cd "$PLACE" && "$tools/python" -m mypy.stubtest bout)
}

main
