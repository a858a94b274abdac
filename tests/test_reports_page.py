"""The page and its files: complete, escaped, and working in a real browser without a network."""

import json
import os
import re
import shutil
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from synthetic_runs import World

from reports import page
from simcore.errors import UserError

pytestmark = pytest.mark.xdist_group("reports")

NASTY = '<script>alert("x")</script> & $x^2$ --> \'"'
LONG = "the_exceedingly_long_name_of_a_strategy_that_somebody_wrote_at_night"
SECTIONS = (
    "verdicts",
    "alerts",
    "played",
    "seats",
    "strategies",
    "length",
    "ends",
    "course",
    "cards-card",
    "games",
    "provenance",
)


def large_world(blocks: int = 150) -> World:
    """Everything at its largest: five players, ten strategies with long names, sixty cards, names that need escaping."""
    names = (NASTY, LONG, *(f"strategy_{i}" for i in range(8)))
    world = World(players=5, blocks=blocks, strategies=names, seed=1)
    random = np.random.default_rng(2)
    shape = (world.games, world.players, 60)
    world.cards = {name: (random.random(shape) < 0.2).astype(np.uint8) for name in ("dealt", "drawn", "played")}
    world.randomised = ("dealt",)
    world.names = (
        NASTY,
        "A card with a name that is far longer than anything on a real card",
        *(f"Card {i}" for i in range(58)),
    )
    world.strength = 0.3 * world.cards["played"][:, :, 0] + 0.05 * (np.arange(5) == 0)
    return world


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    large_world().write(folder / "run")
    page.write([folder / "run"], folder / "out")
    return folder / "out"


def test_page_has_all_sections_in_order(report):
    text = (report / "report.html").read_text()
    places = [text.index(f'<section id="{name}">') for name in SECTIONS]
    assert places == sorted(places)


def test_page_holds_everything_itself(report):
    text = (report / "report.html").read_text()
    assert not re.search(
        r'<(?:script|img|iframe|object)[^>]*\ssrc=|<link[^>]*href="(?!data:)|@import|url\((?!#|&quot;#)', text
    )
    assert "default-src 'none'" in text
    external = set(re.findall(r'(?:href|src)="(https?:[^"]*)"', text))
    assert not external


def test_names_are_escaped_everywhere(report):
    text = (report / "report.html").read_text()
    assert '<script>alert("x")' not in text
    assert "&lt;script&gt;alert(" in text
    assert text.count("<script>") == 1
    identifiers = re.findall(r'\sid="([^"]*)"', text)
    assert len(identifiers) == len(set(identifiers))


def test_every_number_says_how_it_was_computed(report):
    text = (report / "report.html").read_text()
    figures, tables = text.count("<figure "), text.count("<table>")
    assert figures >= 15
    assert text.count("How computed") >= figures + tables
    assert text.count("simcore run synthetic --games 750 --seed 1") >= figures + tables


def test_figures_and_tables_have_stable_names(report):
    figures = {file.stem for file in (report / "figures").iterdir()}
    assert {
        "seats",
        "seats-by-strategy",
        "scores",
        "ranks",
        "strategies",
        "matchups",
        "ratings",
        "length-rounds",
    } <= figures
    assert {"end-reasons", "half-way-leader", "lead-changes", "comebacks", "cards-card", "cards-card-use"} <= figures
    for kind in ("png", "svg"):
        assert {file.stem for file in (report / "figures").glob(f"*.{kind}")} == figures
    tables = {file.stem for file in (report / "tables").glob("*.csv")}
    assert {
        "verdicts",
        "seats",
        "strategies",
        "matchups",
        "lengths",
        "end-reasons",
        "cards-card",
        "provenance",
    } <= tables


def test_csv_holds_raw_numbers(report):
    seats = pl.read_csv(report / "tables" / "seats.csv")
    assert seats["seat"].to_list() == [0, 1, 2, 3, 4]
    assert {"mean", "se", "low", "high", "n", "blocks"} <= set(seats.columns)
    cards = pl.read_csv(report / "tables" / "cards-card.csv")
    assert len(cards) == 3 * 60
    assert cards["card"][0] == NASTY


def test_the_same_run_gives_the_same_page(tmp_path):
    World(players=2, blocks=120, strategies=("a", "b"), seed=3).write(tmp_path / "run")
    page.write([tmp_path / "run"], tmp_path / "one", "html,svg")
    page.write([tmp_path / "run"], tmp_path / "two", "html,svg")
    files = sorted(file.relative_to(tmp_path / "one") for file in (tmp_path / "one").rglob("*.*"))
    assert len(files) > 10
    assert all((tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes() for file in files)


def test_formats_are_chosen(tmp_path):
    World(players=2, blocks=100, strategies=("a", "b"), seed=4).write(tmp_path / "run")
    written = page.write([tmp_path / "run"], formats="csv")
    assert "table" in written
    assert {each.name for each in (tmp_path / "run" / "report").iterdir()} == {"tables"}
    with pytest.raises(UserError, match='did you mean "html"'):
        page.write([tmp_path / "run"], formats="htlm")
    with pytest.raises(UserError, match="at least one"):
        page.write([tmp_path / "run"], formats=" , ")


def test_several_runs_stand_side_by_side(tmp_path):
    World(players=3, blocks=120, seed=5).write(tmp_path / "one")
    World(players=3, blocks=150, kind="mirror", strategies=("a",), seed=6).write(tmp_path / "two")
    page.write([tmp_path / "one", tmp_path / "two"], tmp_path / "out", "html,csv")
    text = (tmp_path / "out" / "report.html").read_text()
    assert '<section id="comparison">' in text
    assert '<section id="run1-seats">' in text
    assert '<section id="run2-seats">' in text
    assert (tmp_path / "out" / "tables" / "run2" / "seats.csv").is_file()
    identifiers = re.findall(r'\sid="([^"]*)"', text)
    assert len(identifiers) == len(set(identifiers))


@pytest.mark.parametrize(
    ("players", "kind", "strategies"),
    [(2, "field", ("a", "b")), (5, "mirror", ("a",)), (3, "rotated", ("a", "b", "c"))],
)
def test_small_and_plain_runs_have_a_report_too(tmp_path, players, kind, strategies):
    World(players=players, blocks=3, kind=kind, strategies=strategies, reasons=("goal",), seed=7).write(
        tmp_path / "run"
    )
    page.write([tmp_path / "run"], tmp_path / "out", "html")
    assert '<section id="seats">' in (tmp_path / "out" / "report.html").read_text()


def test_ratings_are_left_out_without_their_package(tmp_path, monkeypatch):
    monkeypatch.setattr("reports.stats.ratings.available", lambda: False)
    World(players=2, blocks=50, strategies=("a", "b"), seed=8).write(tmp_path / "run")
    page.write([tmp_path / "run"], tmp_path / "out", "html")
    text = (tmp_path / "out" / "report.html").read_text()
    assert "pip install" in text
    assert 'id="fig-ratings"' not in text


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(UserError, match="not a run folder"):
        page.write([tmp_path])


# --- in a browser --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver):
        if os.environ.get("CI"):
            pytest.fail("chromium and chromedriver are needed in CI")
        pytest.skip("chromium and chromedriver are not installed")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield found
    found.quit()


def show(browser, file: Path, width: int, dark: bool = False) -> None:
    browser.get_log("performance")
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    still = {"name": "prefers-reduced-motion", "value": "reduce"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme, still]})
    browser.get(file.as_uri())


def requests(browser) -> list[str]:
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]


@pytest.mark.parametrize("width", [1280, 390])
def test_browser_shows_the_page_without_network_or_errors(browser, report, width):
    show(browser, report / "report.html", width)
    assert browser.get_log("browser") == []
    asked = [url for url in requests(browser) if url.startswith(("http", "ws", "ftp", "file"))]
    assert asked == [(report / "report.html").as_uri()]
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    sizes = browser.execute_script(
        "return [...document.querySelectorAll('figure svg')].map(e => [e.getBoundingClientRect(), e])"
        ".map(([box, e]) => [box.width, box.height, e.querySelectorAll('path, use').length])"
    )
    assert len(sizes) >= 15
    assert all(size[0] > 250 and size[1] > 60 and size[2] > 10 for size in sizes)


def test_browser_sorts_tables_by_click_and_keyboard(browser, report):
    show(browser, report / "report.html", 1280)
    by = "css selector"
    table = browser.find_element(by, "#table-cards-card table")

    def column(number: int) -> list[float]:
        script = "return [...arguments[0].tBodies[0].rows].map(r => parseFloat(r.cells[arguments[1]].dataset.sort))"
        return [value for value in browser.execute_script(script, table, number) if value is not None]

    button = table.find_elements(by, "th button")[1]
    button.click()
    assert column(1) == sorted(column(1), reverse=True)
    assert table.find_elements(by, "th")[1].get_attribute("aria-sort") == "descending"
    button.send_keys("\n")
    assert column(1) == sorted(column(1))


def test_browser_opens_folded_tables_from_their_anchor(browser, report):
    show(browser, report / "report.html", 1280)
    folded = "return document.getElementById('table-matchups').open"
    assert not browser.execute_script(folded)
    browser.get((report / "report.html").as_uri() + "#table-matchups")
    browser.refresh()
    assert browser.execute_script(folded)


def test_browser_follows_the_dark_theme(browser, report):
    colours = []
    for dark in (False, True):
        show(browser, report / "report.html", 1280, dark)
        script = (
            "const text = document.querySelector('#fig-seats svg g[id*=text] g');"
            "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(text).fill]"
        )
        colours.append(browser.execute_script(script))
    assert colours[0] != colours[1]
    assert colours[0][1] != colours[1][1]
