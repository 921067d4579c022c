import type { WeatherObstacle } from '#contract/energy-forecasts.ts'
import type { SavingObstacle } from '#contract/energy-savings.ts'
import { formatDate, formatDateTime, plural } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

export type SavingBaseline = 'selfUse' | 'rules' | 'none'

const obstacles: Readonly<Record<SavingObstacle, string>> = {
  coverage: 'zu wenig gemessen',
  no_storage: 'kein Speicher angelegt',
  no_level: 'Ladestand des Akkus fehlt',
  no_tariff: 'kein Tarif',
  no_prices: 'Börsenpreise fehlen',
  failed: 'nicht berechenbar',
}

const weatherObstacles: Readonly<Record<WeatherObstacle, string>> = {
  off: 'Die Vorhersage der Erzeugung ist der Durchschnitt der letzten Tage: Ein Wetterdienst ist nicht eingeschaltet.',
  no_modules: 'Diese Anlage hat keine Solarmodule.',
  no_place:
    'Die Vorhersage der Erzeugung ist der Durchschnitt der letzten Tage: Für das Wetter fehlen Breite und Länge der Anlage.',
  no_station:
    'Die Vorhersage der Erzeugung ist der Durchschnitt der letzten Tage: In der Nähe gibt es keine Wetterstation mit Vorhersage.',
  no_forecast:
    'Die Vorhersage der Erzeugung ist der Durchschnitt der letzten Tage: Gerade liegt keine Wettervorhersage vor.',
}

/** Savings by control of storages, and errors of forecasts. */
export const energySavingTexts = {
  title: 'Ersparnis',
  empty: 'In diesem Zeitraum gibt es noch kein Ergebnis. Jeder Tag wird in der Nacht danach ausgewertet.',
  sums: 'Ersparnis im Zeitraum',
  saved: 'Gespart',
  notSaved: 'Mehr bezahlt',
  savedNote: {
    selfUse: 'gegenüber Eigenverbrauch',
    rules: 'gegenüber festen Regeln',
    none: 'gegenüber ohne Steuerung',
  },
  actual: 'So war es',
  actualNote: 'brutto, mit Verschleiß und Akkustand',
  costOfWay: 'Kosten mit Verschleiß und Akkustand',
  baseline: { selfUse: 'Mit Eigenverbrauch', rules: 'Mit festen Regeln', none: 'Ohne Steuerung' },
  baselineLabel: 'Vergleich',
  bound: 'Möglich wären',
  boundNote: 'wenn alles vorher bekannt wäre',
  ways: 'Kosten der ausgewerteten Tage im Vergleich',
  way: 'Vergleich',
  lessThanSelfUse: 'Weniger als mit Eigenverbrauch',
  days: 'Ausgewertet',
  dayCount: (days: number) => plural(days, 'Tag', 'Tage'),
  coverage: (share: string) => `zu ${share} gemessen`,
  negativeDays: 'Tage mit Mehrkosten',
  asTable: 'Ersparnis als Tabelle',
  caption: 'Kosten und Ersparnis je Schritt',
  time: 'Zeit',
  measured: 'Gemessen',
  chart: (saved: string, negative: number) =>
    `Ersparnis je Schritt: zusammen ${saved}${negative === 0 ? '' : `, davon ${plural(negative, 'Tag', 'Tage')} mit Mehrkosten`}. Die Werte stehen in der Tabelle.`,
  missing: (parts: readonly string[], days: number) =>
    `${plural(days, 'Tag ist', 'Tage sind')} ohne Ergebnis: ${parts.join(', ')}.`,
  missingPart: (obstacle: SavingObstacle, spans: readonly { from: string; to: string }[], rest: number) => {
    const days = spans.map(({ from, to }) =>
      from === to ? formatDate(from) : `${formatDate(from)} bis ${formatDate(to)}`,
    )
    const others = rest === 0 ? '' : ` und ${plural(rest, 'weiterer Tag', 'weitere Tage')}`
    return `${obstacles[obstacle]} (${days.join(', ')}${others})`
  },
  explained: {
    selfUse:
      'Eigenverbrauch heißt: Der Akku lädt mit Überschuss und versorgt das Haus, das Auto lädt sofort mit voller Leistung. Das kann jede Anlage von allein.',
    rules:
      'Feste Regeln heißen: Der Akku macht Eigenverbrauch, das Auto lädt mit Überschuss und bis zur Abfahrt in den billigsten Stunden.',
    none: 'Ohne Steuerung heißt: Der Akku ruht, das Auto lädt sofort mit voller Leistung.',
  },
  howSummary: 'So wird gerechnet',
  how: [
    'Nach jedem Tag rechnet PowerMaster die gemessenen Viertelstunden noch einmal durch: ohne Steuerung, mit Eigenverbrauch, mit festen Regeln und so gut, wie es überhaupt möglich war. Vorhersagen zählen hier nie.',
    'Jeder Vergleich beginnt mit dem gemessenen Ladestand. Was am Ende mehr oder weniger im Akku ist, wird überall gleich bewertet.',
    'Das Auto lädt in jedem Vergleich dieselbe Energie, während es angesteckt war. Die Wärmepumpe läuft in jedem Vergleich wie gemessen.',
    'Kosten sind Bezug weniger Einspeisung nach dem Tarif, brutto, ohne monatliche Preise, dazu der eingestellte Verschleiß. Wirkungsgrade sind die eingestellten.',
    'Ein Tag zählt, wenn mindestens 90\u00A0% gemessen sind und alle Preise feststehen. Tage mit Mehrkosten zählen mit.',
  ],
  forecasts: {
    title: 'Vorhersagen',
    failed: 'Fehler beim Abrufen der Vorhersagen',
    empty:
      'Noch ist kein Tag ausgewertet. Die Vorhersage von Mitternacht wird in der Nacht danach mit den Messwerten verglichen.',
    station: (name: string, km: number, issuedAt: string) =>
      `Wetter der Station ${name}, ${formatNumber(km, 1, 1)}\u00A0km entfernt, vom ${formatDateTime(issuedAt)}.`,
    obstacles: weatherObstacles,
    lastDays: (days: number) => `Vorhersage von Mitternacht gegen Messung, ${plural(days, 'Tag', 'Tage')}`,
    load: 'Verbrauch',
    pv: 'Erzeugung',
    off: (share: string) => `${share} daneben`,
    offNote: 'Summe aller Abweichungen je Viertelstunde, gemessen am Messwert',
    forecast: (name: string) => `${name} erwartet`,
    measured: (name: string) => `${name} gemessen`,
    error: (name: string) => `${name}: Abweichung`,
    asTable: 'Tage als Tabelle',
    caption: 'Vorhersage und Messung je Tag',
    day: 'Tag',
    weather: 'Mit Wetter',
    yes: 'ja',
    no: 'nein',
  },
} as const
