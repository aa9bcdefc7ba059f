#!/usr/bin/env python3
"""Set Échappée up in `.venv`, then do what was asked. Needs only Python's standard library.

The set-up is a list of steps (`STEPS`). A step runs only when something it depends on has changed
since it last succeeded: the files it reads, its own settings, or a step it needs. The proof is a
stamp, a file in `.venv/.stamps` that holds a hash of all these. Steps that need no other run
side by side. To add a step, write its action and an entry in `STEPS`, and name it in the
`COMMANDS` that want it.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, as_completed, wait
from dataclasses import dataclass
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - an older Python must hear why it will not do
    sys.exit("Échappée needs Python 3.11 or newer; this one is " + sys.version.split()[0] + ".")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMPS = VENV / ".stamps"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
BASE_PYTHON: str = getattr(sys, "_base_executable", sys.executable)  # not one inside `.venv`
UV = "uv==0.13.7"
PLAY_LOCK = ROOT / "requirements-play.lock"
LOCK = ROOT / "requirements.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"
NODE_LOCK = ROOT / "requirements-node.lock"
TRAIN_LOCK = ROOT / "requirements-train.lock"
WEB = ROOT / "web"
OLDEST_NODE = (20, 19)
BROWSER_PACKAGES = ("chromium", "chromium-headless-shell", "libatomic1", "fonts-dejavu-core")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUICK_BROWSER = "chromium-headless-shell"  # draws the same, for two thirds of the work
ENGINES = {  # what a server on several machines works with: programs, and Debian's packages
    "postgres": "postgresql",
    "redis-server": "redis-server",
    "haproxy": "haproxy",
    "caddy": "caddy",
}
PLACES = os.pathsep.join((*os.get_exec_path(), "/usr/sbin", "/sbin"))
MARKS = ("from hypothesis import", "from tests.depth import")  # of tests that explore goes on with
WORKERS = (os.cpu_count() or 1) + 1  # a test that drives a browser waits a good part of its time
SPREAD = ("-n", str(WORKERS), "--dist", "worksteal", "--durations=15")
PIP_PLACES = ("PIP_CONFIG_FILE", "PIP_FIND_LINKS")  # where pip is told to look for files
TRAIN_ADVICE = "pip install torch stable-baselines3 sb3-contrib, into .venv"
NETWORK = "Check that this machine reaches a Python package index, then run the command again."


class SetupError(Exception):
    """Something failed; the message says what, and what to do about it."""


class StoppedError(SetupError):
    """Somebody has interrupted what was running."""


def tool(name: str) -> str:
    """The path of a program inside the virtual environment."""
    return str(BIN / (name + ".exe" if os.name == "nt" else name))


BASE_PIP = (BASE_PYTHON, "-m", "pip", "--python", tool("python"))


def captured(command: Sequence[str], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, and keep what it says."""
    return subprocess.run(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
    )  # fmt: skip


def run(*command: str, folder: Path = ROOT) -> None:
    """Run a command whose output matters only if it fails."""
    done = captured(command, folder)
    if done.returncode in (-signal.SIGINT, 128 + signal.SIGINT):
        raise StoppedError(f"`{' '.join(command)}` was interrupted.")
    if done.returncode:
        raise SetupError(f"{done.stdout}\n`{' '.join(command)}` failed.")


def show(*command: str, folder: Path = ROOT) -> None:
    """Run a command whose output is for the person at the terminal."""
    code = subprocess.run(command, cwd=folder).returncode
    if code:
        raise SetupError(f"\n`{' '.join(command)}` failed (exit status {code}).")


def succeeds(*command: str) -> bool:
    """Whether a command exists, runs and exits with 0."""
    try:
        run(*command)
    except StoppedError:
        raise
    except (SetupError, OSError):
        return False
    return True


def apt_install(*packages: str) -> bool:
    """Install Debian packages, where this is Debian and we may; whether that worked."""
    if not (shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    os.environ.setdefault("DEBIAN_FRONTEND", "noninteractive")
    os.environ.setdefault("RUNLEVEL", "1")  # no service is started: the tests start their own
    install = ("apt-get", "install", "-y", "--no-install-recommends", *packages)
    return succeeds("apt-get", "update") and succeeds(*install)


# --- What the steps do --------------------------------------------------------------------------


def make_venv() -> None:
    """Create `.venv`, also where Debian's Python came without the venv package.

    If this Python has a pip that can install into it, it needs none of its own: that takes longer
    than all the rest.
    """
    shutil.rmtree(VENV, ignore_errors=True)
    bare = (BASE_PYTHON, "-m", "venv", "--without-pip", str(VENV))
    if succeeds(*bare) and succeeds(*BASE_PIP, "--version"):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    has_venv = (BASE_PYTHON, "-c", "import ensurepip, venv")
    if not succeeds(*has_venv):
        apt_install("python3-venv")
    if succeeds(*has_venv):
        run(BASE_PYTHON, "-m", "venv", str(VENV))
    elif not succeeds(BASE_PYTHON, "-m", "virtualenv", str(VENV)):
        raise SetupError("This Python has no `ensurepip` or `venv` module, and no `virtualenv`.")


def pip_install(*arguments: str) -> None:
    """Install with pip: that of `.venv`, or this Python's own."""
    own = (tool("python"), "-m", "pip")
    pip = own if Path(tool("pip")).exists() else BASE_PIP
    run(*pip, "install", "--disable-pip-version-check", *arguments)


def install_uv() -> None:
    """Install uv, which installs the rest much faster than pip."""
    try:
        pip_install(UV)
    except StoppedError:
        raise
    except SetupError:
        say("        no uv to be had; going on with pip, which is slower")


def install(uv_arguments: Sequence[str], pip_arguments: Sequence[str]) -> None:
    """Install with uv, or with pip where uv is missing or fails."""
    if not succeeds(tool("uv"), "pip", *uv_arguments, "--python", tool("python")):
        pip_install(*pip_arguments)


def install_to_play() -> None:
    """Install what it takes to play; what is not used then need not be byte-compiled."""
    locked = ["--require-hashes", "--no-deps", "-r", str(PLAY_LOCK)]
    install(["install", *locked], ["--no-compile", *locked])


def install_locked() -> None:
    """Make the environment hold exactly the locked packages, byte-compiled, and Échappée."""
    install(
        ["sync", "--require-hashes", "--compile-bytecode", str(LOCK)],
        ["--require-hashes", "--no-deps", "-r", str(LOCK)],
    )
    install_echappee()  # which no lock names


def install_bench() -> None:
    """Add what only the benchmarks need, and leave the rest as it is."""
    locked = ["--require-hashes", "--no-deps", "-r", str(BENCH_LOCK)]
    install(["install", "--compile-bytecode", *locked], locked)


def install_train() -> None:
    """Add PyTorch and what trains with it, where pip's own settings offer a build of PyTorch.

    No index is asked for it: there, for some systems, its build brings gigabytes for GPUs with it.
    """
    try:
        pip_install("--no-index", "--no-deps", "--no-compile", "torch")
        locked = ["--require-hashes", "--no-deps", "-r", str(TRAIN_LOCK)]
        install(["install", *locked], ["--no-compile", *locked])
    except StoppedError:
        raise
    except SetupError:
        say(f"        tests that train will be skipped; to have them: {TRAIN_ADVICE}")


def install_echappee() -> None:
    """Install the package itself, editable, with the build backend from the lock."""
    editable = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    install(["install", *editable], editable)


def has_npm() -> bool:
    """Has the system an npm, and a Node that is new enough?"""
    found = shutil.which("node")
    if not found or not shutil.which("npm"):
        return False
    told = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
    return tuple(int(part) for part in told.strip().lstrip("v").split(".")[:2]) >= OLDEST_NODE


def npm() -> list[str]:
    """The command for npm: the system's where its Node is new enough, else one inside `.venv`."""
    if has_npm():
        return ["npm"]
    if not Path(tool("npm")).exists():
        locked = ["--require-hashes", "--no-deps", "-r", str(NODE_LOCK)]
        install(["install", *locked], locked)
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return [tool("npm")]


def with_npm(*command: str) -> None:
    """Run npm on the page; what fails is tried once more."""
    try:
        run(*npm(), *command, folder=WEB)
    except StoppedError:
        raise
    except SetupError:
        run(*npm(), *command, folder=WEB)


def build_page() -> None:
    """Build the page that people play on into the package, with nothing that only tests need."""
    with_npm("ci", "--omit=dev", "--no-audit", "--no-fund")
    with_npm("run", "build")


def install_page_tests() -> None:
    """Add what checks the page: its type checker, its test runner, axe and Lighthouse."""
    with_npm("ci", "--no-audit", "--no-fund")


def missing_engines() -> list[str]:
    """The packages of engines that are not there; Debian keeps PostgreSQL out of the path."""
    there = {name for name in ENGINES if shutil.which(name, path=PLACES)}
    if any(Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        there.add("postgres")
    return [package for name, package in ENGINES.items() if name not in there]


def install_test_programs() -> None:
    """See to a real browser for the tests, and where they can be had to the quick one and engines.

    The tests that need an engine are skipped where it is not.
    """
    whole = any(map(shutil.which, BROWSERS))
    browser = () if whole and shutil.which(QUICK_BROWSER) else BROWSER_PACKAGES
    engines = missing_engines()
    done = not (browser or engines) or apt_install(*browser, *engines)
    if not done and browser and engines:  # not every system has all engines
        done = apt_install(*browser)
    if not done and not whole:
        raise SetupError("No Chromium was found, and it could not be installed.")
    if engines := missing_engines():
        names = " ".join(engines)
        say(f"        tests of {names} will be skipped; to have them: apt-get install {names}")


def build_docs() -> None:
    """Build the documentation into the package; a warning is an error."""
    run(tool("python"), "build_site.py")


def page_sources() -> list[Path]:
    """Everything that the page is made from."""
    found: list[Path] = []
    for here, folders, names in os.walk(WEB):
        folders[:] = [folder for folder in folders if folder != "node_modules"]
        found += [Path(here, name) for name in names]
    return sorted(found)


def docs_sources() -> list[Path]:
    """Everything that the documentation is made from."""
    from build_site import sources  # beside this file; it needs no package to tell them

    return list(sources())


def prepare() -> None:
    """Compile the games' rules once, so that the first game starts at once."""
    show(tool("echappee"), "prepare")


# --- The steps ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One stamped piece of the set-up."""

    title: str
    action: Callable[[], None]
    advice: str  # what to do when it fails
    files: Callable[[], Iterable[Path]] = tuple  # inputs, listed anew at every run
    settings: str = ""  # inputs that are not files
    needs: tuple[str, ...] = ()  # steps after whose rerun this one must run again
    after: tuple[str, ...] = ()  # other steps that it waits for


STEPS = {
    "venv": Step(
        "a virtual environment in .venv",
        make_venv,
        "On Debian or Ubuntu: `sudo apt-get install python3-venv`; elsewhere install `virtualenv` "
        "for this Python. Then run the command again.",
        settings=f"{sys.version} {sys.base_prefix} {ROOT}",
    ),
    "uv": Step("the installer", install_uv, NETWORK, settings=UV, needs=("venv",)),
    "packages": Step(
        "the packages to play with", install_to_play, NETWORK, lambda: [PLAY_LOCK], needs=("uv",)
    ),
    "echappee": Step(
        "Échappée itself",
        install_echappee,
        "Check pyproject.toml, or start afresh with `make clean`.",
        lambda: [ROOT / "pyproject.toml"],
        needs=("packages",),
    ),
    "tools": Step(
        "the packages to work with",
        install_locked,
        NETWORK,
        lambda: [LOCK],
        needs=("packages",),
        after=("echappee",),
    ),
    "page": Step(
        "the page, built",
        build_page,
        "Check that this machine reaches the npm registry, then run the command again.",
        page_sources,
        needs=("venv",),
        after=() if has_npm() else ("uv",),
    ),
    "docs": Step(
        "the documentation, built",
        build_docs,
        "What is told above is to be repaired in the page or the docstring that it names.",
        docs_sources,
        needs=("echappee", "tools"),
    ),
    "page-tests": Step(
        "what checks the page",
        install_page_tests,
        "Check that this machine reaches the npm registry, then run the command again.",
        lambda: [WEB / "package-lock.json"],
        needs=("page",),
    ),
    "browser": Step(
        "a browser and engines for the tests",
        install_test_programs,
        "On Debian or Ubuntu: `sudo apt-get install " + " ".join(BROWSER_PACKAGES) + "`.",
        settings=str(
            [bool(shutil.which(name)) for name in (*BROWSERS, QUICK_BROWSER)] + missing_engines()
        ),
        needs=("venv",),
    ),
    "bench": Step(
        "the benchmarks' needs", install_bench, NETWORK, lambda: [BENCH_LOCK], needs=("tools",)
    ),
    "train": Step(
        "what trains, for its tests",
        install_train,
        NETWORK,
        lambda: [TRAIN_LOCK],
        settings=" ".join(sorted(f"{k}={v}" for k, v in os.environ.items() if k in PIP_PLACES)),
        needs=("tools",),
    ),
    "prepare": Step(
        "the games' rules, compiled",
        prepare,
        "If the code was not changed here, start afresh with `make clean`.",
        lambda: sorted((ROOT / "src").rglob("*.py")),
        needs=("echappee",),
        after=("tools",),
    ),
}


def digest(name: str) -> str:
    """The hash of everything the step's result depends on."""
    step = STEPS[name]
    total = hashlib.sha256(step.settings.encode())
    for need in step.needs:
        total.update(digest(need).encode())
    for path in step.files():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()


def set_up(names: Sequence[str]) -> None:
    """Run those of the named steps whose stamp is missing or out of date, side by side."""
    waiting = [name for name in names if not is_done(name)]
    numbers = {name: number for number, name in enumerate(waiting, 1)}
    running: dict[Future[None], str] = {}
    with ThreadPoolExecutor(max(1, len(waiting))) as pool:
        while waiting or running:
            for name in list(waiting):
                step = STEPS[name]
                if not {*step.needs, *step.after} & {*waiting, *running.values()}:
                    waiting.remove(name)
                    running[pool.submit(take, name, f"[{numbers[name]}/{len(numbers)}]")] = name
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                del running[done]
                done.result()


def is_done(name: str) -> bool:
    """Is the stamp of a step there, and does it fit?"""
    stamp = STAMPS / name
    return stamp.is_file() and stamp.read_text() == digest(name)


def take(name: str, number: str) -> None:
    """Take a step, and stamp it."""
    step, stamp = STEPS[name], STAMPS / name
    say(f"{number}   {step.title} ...")
    start = time.perf_counter()
    stamp.unlink(missing_ok=True)
    wanted = digest(name)
    try:
        step.action()
    except (SetupError, OSError) as error:
        raise SetupError(f"{error}\n\nStopped at: {step.title}.\n{step.advice}") from None
    STAMPS.mkdir(exist_ok=True)
    stamp.write_text(wanted)
    say(f"        {step.title}: done in {time.perf_counter() - start:.1f} s")


# --- The commands -------------------------------------------------------------------------------


def play(arguments: Sequence[str]) -> None:
    """Open the games in the browser; with arguments, hand them to the command line instead."""
    command = [tool("echappee"), *(arguments or ("serve", "--open"))]
    if os.name == "nt":  # where exec does not wait
        sys.exit(subprocess.run(command).returncode)
    os.execv(command[0], command)


@dataclass(frozen=True)
class Check:
    """A command that looks for faults, and what it is called."""

    title: str
    command: Sequence[str]
    folder: Path = ROOT


def python_checks() -> list[Check]:
    """Lint, format and types."""
    return [
        Check("types", [tool("mypy")]),
        Check("lint", [tool("ruff"), "check", "."]),
        Check("format (`make format` repairs it)", [tool("ruff"), "format", "--check", "."]),
    ]


def page_checks() -> list[Check]:
    """The page's types, its tests, and the weight of its first load."""
    scripts = ("check", "test", "size")
    return [Check(f"page: {script}", [*npm(), "run", script], WEB) for script in scripts]


def run_checks(checks: Sequence[Check]) -> None:
    """Run checks side by side, and show what each said; a failure stops what has not begun."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        found = {pool.submit(captured, one.command, one.folder): one for one in checks}
        for future in as_completed(found):
            one, done = found[future], future.result()
            say(f"\n== {one.title}\n{done.stdout.strip()}")
            if done.returncode:
                pool.shutdown(cancel_futures=True)
                raise SetupError(f"\n`{' '.join(one.command)}` failed.")


def lint(_: Sequence[str] = ()) -> None:
    """Lint, check the format and check the types."""
    run_checks(python_checks())


def test(arguments: Sequence[str]) -> None:
    """Run every check, then the tests; pytest's closing line comes last."""
    run_checks(python_checks() + ([] if arguments else page_checks()))
    say("\n== tests")
    show(tool("python"), "-m", "pytest", *SPREAD, *arguments)


def browser(arguments: Sequence[str]) -> None:
    """Only play through the page in a real browser."""
    show(tool("python"), "-m", "pytest", *SPREAD, "tests/browser", *arguments)


def goes_on(path: Path) -> bool:
    """Does a file of tests, or what its folder's tests share, look further in `make explore`?"""
    files = [one for one in (path, path.with_name("conftest.py")) if one.exists()]
    return any(mark in one.read_text(encoding="utf-8") for one in files for mark in MARKS)


def explore(arguments: Sequence[str]) -> None:
    """Look for faults by chance and deeper; the seed that is told finds the same ones again."""
    seed = os.environ.setdefault("ECHAPPEE_SEED", str(secrets.randbelow(10**9)))
    again = f"repeat this with: ECHAPPEE_SEED={seed} make explore"
    say(again)
    folders = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/explore"))
    properties = sorted(
        str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/test_*.py") if goes_on(path)
    )
    fresh = ("--hypothesis-profile=explore", f"--hypothesis-seed={seed}")
    try:
        run_checks([] if arguments else page_checks()[1:])
        show(tool("python"), "-m", "pytest", *SPREAD, *fresh, *folders, *properties, *arguments)
    finally:
        say(again)


def reformat(_: Sequence[str]) -> None:
    """Fix what the linter can fix, and format."""
    show(tool("ruff"), "check", "--fix-only", ".")
    show(tool("ruff"), "format", ".")


def docs(_: Sequence[str]) -> None:
    """Say where the documentation is, which has just been built."""
    from build_site import TARGET

    say(f"The documentation is in {TARGET / 'index.html'}; `make play` shows it under /docs.")


def bench(arguments: Sequence[str]) -> None:
    """Run the benchmarks, the package `bench`."""
    show(tool("python"), "-m", "bench", *arguments)


def lock(_: Sequence[str]) -> None:
    """Resolve the dependencies anew and write all locks, which must name no registry."""
    show(tool("uv"), "lock", "--upgrade", "--python", tool("python"))
    chosen_for = {
        PLAY_LOCK: ("--group=build",),
        LOCK: ("--group=build", "--group=dev", "--group=docs"),
        BENCH_LOCK: ("--group=bench",),
        NODE_LOCK: ("--only-group=node",),
        TRAIN_LOCK: ("--only-group=train", "--no-emit-package=torch"),
    }
    for path, chosen in chosen_for.items():
        fixed = ("--frozen", "--no-header", "--no-emit-project", "--no-default-groups")
        run(tool("uv"), "export", *fixed, *chosen, "--format=requirements-txt", f"-o={path}")
        if "://" in path.read_text():
            raise SetupError(f"{path.name} names an address, not only versions and hashes.")
        say(f"wrote {path.name}")


PLAYED = ("venv", "uv", "packages", "echappee", "page")
READY = (*PLAYED, "tools", "prepare")
TESTED = (*READY, "page-tests", "browser", "docs", "train")
COMMANDS: dict[str, tuple[Sequence[str], Callable[[Sequence[str]], None], str]] = {
    "play": (PLAYED, play, "set up, then play; arguments go to echappee"),
    "test": (TESTED, test, "set up, then run every check and test; arguments go to pytest"),
    "browser": (TESTED, browser, "set up, then only play through the page in Chromium"),
    "explore": (TESTED, explore, "set up, then look for faults by chance"),
    "docs": ((*PLAYED, "tools", "docs"), docs, "set up, then build the documentation"),
    "bench": ((*READY, "bench"), bench, "set up, then run the benchmarks"),
    "lint": ((*PLAYED[:4], "tools"), lint, "lint, check the format and the types"),
    "format": ((*PLAYED[:4], "tools"), reformat, "format the code"),
    "lock": (PLAYED[:2], lock, "resolve the dependencies anew and rewrite the lock files"),
    "setup": (READY, lambda _: say("Échappée is set up."), "set up only"),
}


def say(text: str) -> None:
    """Print at once, so that lines stay in order with those of other programs."""
    print(text, flush=True)


def main(name: str = "", *arguments: str) -> int:
    """Set up what the named command needs, and run it."""
    if name not in COMMANDS:
        listing = [f"  {name:8}{about}" for name, (_, _, about) in COMMANDS.items()]
        print("usage: python3 bootstrap.py COMMAND [arguments]", *listing, sep="\n")
        return 0 if name in ("-h", "--help") else 2
    steps, command, _ = COMMANDS[name]
    # Dozens of programs are started; none should compile again what another one has compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        set_up(steps)
        command(arguments)
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
