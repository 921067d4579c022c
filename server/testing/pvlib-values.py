"""Writes pvlib-values.json: the results of pvlib for a fixed grid of cases.

pv-model.rules.test.ts holds server/features/energy/pv-model.rules.ts against it. To rewrite it:

    pip install pvlib
    python3 server/testing/pvlib-values.py

No case is random and no number depends on the day: the same pvlib writes the same file. Every parameter that is not
given here has pvlib's default. Angles are degrees, irradiance is W/m2, power is W.
"""

import json
from itertools import product
from pathlib import Path

import pvlib
from pvlib import inverter, irradiance, pvsystem, temperature

TEMPERATURE_COEFFICIENT = -0.004
NOMINAL_EFFICIENCY = 0.96

# Roofs of the whole chain: planes with kWp, tilt, azimuth, and the limit of the inverters.
SYSTEMS = [
    {"planes": [[9.8, 35, 180]], "limitW": 9800},
    {"planes": [[5, 30, 90], [4.5, 30, 270]], "limitW": 8000},
    {"planes": [[12, 10, 200], [3, 90, 135], [6, 45, 0]], "limitW": 6000},
]


def extraterrestrial():
    days = [*range(1, 366, 6), 365, 366]
    return [[day, irradiance.get_extra_radiation(day)] for day in days]


def decompose():
    zeniths = [0, 10, 30, 50, 65, 75, 80, 85, 86.2, 86.4, 87, 87.1, 89, 90, 91, 95]
    ghis = [-5, 0, 1, 20, 50, 100, 200, 400, 600, 800, 1000, 1200]
    cases = [(ghi, zenith, day_of(index)) for index, (zenith, ghi) in enumerate(product(zeniths, ghis))]
    # On both sides of the points where the formula changes.
    clearness = [0.2159, 0.2161, 0.35, 0.6, 0.7919, 0.7921, 0.9999, 1.1]
    for index, (zenith, share) in enumerate(product([0, 40, 70], clearness)):
        day = day_of(index)
        above = irradiance.get_extra_radiation(day) * pvlib.tools.cosd(zenith)
        cases.append((round(float(share * above), 4), zenith, day))
    rows = []
    for ghi, zenith, day in cases:
        extra = rounded(irradiance.get_extra_radiation(day))
        split = irradiance.erbs_driesse(ghi, zenith, dni_extra=extra)
        rows.append([ghi, zenith, extra, split["dni"], split["dhi"]])
    return rows


def plane():
    suns = [(0, 180), (20, 170), (50, 120), (75, 240), (86, 90), (89.5, 270), (93, 300)]
    # Global, direct, diffuse: clear, broken, overcast, dark, and more direct than outside the atmosphere.
    skies = [(850, 820, 110), (420, 260, 240), (90, 0, 90), (0, 0, 0), (1100, 1450, 160)]
    extras = [1320.5, 1366.1, 1412]
    rows = []
    for index, (sun, tilt, facing) in enumerate(product(suns, [0, 15, 35, 60, 90], [0, 90, 180, 225])):
        ghi, dni, dhi = skies[index % len(skies)]
        extra = extras[index % len(extras)]
        parts = on_plane(tilt, facing, sun, dni, ghi, dhi, extra)
        case = [tilt, facing, *sun, ghi, dni, dhi, extra]
        rows.append([*case, parts["poa_sky_diffuse"], parts["poa_global"]])
    return rows


def cell():
    cases = product([0, 50, 200, 500, 800, 1000, 1200], [-20, 0, 15, 35], [0, 1, 3.5, 12])
    return [[*case, temperature.faiman(*case)] for case in cases]


def module():
    cases = product([1000, 9800], [0, 1, 100, 500, 1000, 1250], [-20, 25, 45, 80], [TEMPERATURE_COEFFICIENT, -0.003])
    return [
        [watts, light, celsius, per_kelvin, pvsystem.pvwatts_dc(light, celsius, watts, per_kelvin)]
        for watts, light, celsius, per_kelvin in cases
    ]


def inverters():
    shares = [0, 0.001, 0.0059, 0.006, 0.01, 0.05, 0.1, 0.3, 0.5, 0.8, 0.95, 1, 1.02, 1.5]
    rows = []
    for limit, share, nominal in product([1000, 10000], shares, [NOMINAL_EFFICIENCY, 0.95, 0.98]):
        dc = rounded(limit * share)
        rows.append([dc, limit, nominal, inverter.pvwatts(dc, limit, nominal)])
    return rows


def chain():
    airs, winds, azimuths = [-15, 2, 18, 34], [0, 1.5, 4, 9, 20], [60, 105, 180, 230, 285, 330]
    rows = []
    cases = product(range(len(SYSTEMS)), [20, 38, 55, 70, 82, 86.8, 88, 92], [0, 40, 260, 620, 980])
    for index, (system, zenith, ghi) in enumerate(cases):
        air, wind = airs[index % len(airs)], winds[(index // 2) % len(winds)]
        sun = (zenith, azimuths[index % len(azimuths)])
        day = day_of(index)
        rows.append([system, day, *sun, ghi, air, wind, watts_of(SYSTEMS[system], day, sun, ghi, air, wind)])
    return rows


def watts_of(system, day, sun, ghi, air, wind):
    extra = irradiance.get_extra_radiation(day)
    split = irradiance.erbs_driesse(ghi, sun[0], dni_extra=extra)
    dc = 0
    for kwp, tilt, facing in system["planes"]:
        light = on_plane(tilt, facing, sun, split["dni"], ghi, split["dhi"], extra)["poa_global"]
        cells = temperature.faiman(light, air, wind)
        dc += pvsystem.pvwatts_dc(light, cells, kwp * 1000, TEMPERATURE_COEFFICIENT)
    behind_losses = dc * (1 - pvsystem.pvwatts_losses() / 100)
    return inverter.pvwatts(behind_losses, system["limitW"] / NOMINAL_EFFICIENCY, NOMINAL_EFFICIENCY)


def on_plane(tilt, facing, sun, dni, ghi, dhi, extra):
    return irradiance.get_total_irradiance(tilt, facing, *sun, dni, ghi, dhi, dni_extra=extra, model="haydavies")


def day_of(index):
    return [3, 80, 172, 266, 355][index % 5]


def rounded(number):
    """Ten significant digits: more than the precision of any model."""
    number = float(f"{float(number):.10g}")
    return int(number) if number == int(number) else number


def written(value):
    """As the formatter of the repository writes numbers: 1e-5, not 1e-05."""
    return json.dumps(value).replace("e-0", "e-")


def table(columns, rows):
    lines = ",\n".join(f"      {written([rounded(value) for value in row])}" for row in rows)
    names = written(columns)
    return f'{{\n    "columns": {names},\n    "rows": [\n{lines}\n    ]\n  }}'


def main():
    sun = ["zenith", "sunAzimuth"]
    tables = {
        "extraterrestrial": table(["day", "extra"], extraterrestrial()),
        "decompose": table(["ghi", "zenith", "extra", "dni", "dhi"], decompose()),
        "plane": table(["tilt", "azimuth", *sun, "ghi", "dni", "dhi", "extra", "sky", "total"], plane()),
        "cell": table(["irradiance", "air", "wind", "cell"], cell()),
        "module": table(["watts", "irradiance", "cell", "perKelvin", "dc"], module()),
        "inverter": table(["dc", "dcMax", "nominal", "ac"], inverters()),
        "chain": table(["system", "day", *sun, "ghi", "air", "wind", "watts"], chain()),
    }
    systems = ",\n".join(f"    {{ {written(system)[1:-1]} }}" for system in SYSTEMS)
    parts = [
        f'"pvlib": {written(pvlib.__version__)}',
        '"licence": "BSD-3-Clause, pvlib python contributors"',
        '"writtenBy": "server/testing/pvlib-values.py"',
        f'"losses": {rounded(pvsystem.pvwatts_losses() / 100)}',
        f'"systems": [\n{systems}\n  ]',
        *(f'"{name}": {text}' for name, text in tables.items()),
    ]
    text = "{\n  " + ",\n  ".join(parts) + "\n}\n"
    Path(__file__).with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
