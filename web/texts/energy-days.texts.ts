import { plural } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

/** The chosen period, and the picture of a day. */
export const energyDayTexts = {
  kinds: { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr', total: 'Gesamt' },
  kindLabel: 'Zeitraum',
  chartHint:
    'Mit den Pfeiltasten Schritt für Schritt, mit der Eingabetaste hinein, mit Bild auf und Bild ab davor und danach, mit Esc zurück zum ganzen Zeitraum.',
  /** Of the axis of a chart. */
  kilowattHours: 'kWh',
  /** Of a column of energies. */
  inKilowattHours: (name: string) => `${name} (kWh)`,
  open: (name: string) => `${name} öffnen`,
  partial: 'zu weniger als der Hälfte gemessen',
  span: (from: string, to: string) => `${from} bis ${to}`,

  /** Names of files. `from` and `to`: dates, both inclusive. */
  file: {
    steps: { slot: 'Viertelstunden', day: 'Tage', month: 'Monate', year: 'Jahre' },
    days: (from: string, to: string) => (from === to ? from : `${from}-bis-${to}`),
    total: 'gesamt',
  },

  comparison: {
    label: 'Vergleich',
    kinds: { none: 'ohne Vergleich', before: 'mit der Zeit davor', year: 'mit dem Jahr davor' },
    title: (name: string) => `Verglichen mit: ${name}`,
    caption: 'Verbrauch, Erzeugung und Netz im Vergleich',
    figure: 'Wert',
    change: 'Änderung',
    points: (value: string) => `${value}\u00a0Prozentpunkte`,
    nothing: 'In der verglichenen Zeit wurde nichts gemessen.',
    soFar: 'Dieser Zeitraum läuft noch: Verglichen wird nur bis zur gleichen Stelle.',
  },

  co2: {
    label: 'CO₂ aus dem Netz',
    kilograms: (value: number) => `${formatNumber(value, 1, 1)}\u00a0kg`,
    note: (energy: string, grams: number) => `${energy} mal ${grams}\u00a0g`,
    /** `energy`: the counted energy. */
    restsOn: (energy: string, grams: number, hasBattery: boolean) =>
      [
        `CO₂: Verbraucht wurden ${energy} aus dem Netz${hasBattery ? ', direkt oder über den Akku' : ''}; mal ${grams}\u00a0g je\u00a0kWh, dem deutschen Strommix 2024 nach Schätzung des Umweltbundesamts.`,
        `${hasBattery ? 'Verluste des Akkus, nicht' : 'Nicht'} erklärte Energie und Lücken zählen nicht mit, eigener Sonnenstrom im Betrieb zählt mit 0\u00a0g.`,
      ].join(' '),
  },

  /** Reasons for missing values. `names`: of channels; none for all of them. */
  gaps: {
    title: 'Lücken',
    column: 'Lücke',
    unknown: 'Es fehlen Werte.',
    site_silent: (_: readonly string[]) => 'Die Anlage hat sich nicht gemeldet.',
    channel_silent: (names: readonly string[]) =>
      `${plural(names.length, 'Messkanal hat', 'Messkanäle haben')} sich nicht gemeldet: ${names.join(', ')}.`,
    before_first: (names: readonly string[]) =>
      names.length === 0 ? 'Vor dem ersten Wert der Anlage.' : `Vor dem ersten Wert von: ${names.join(', ')}.`,
    not_assigned: (names: readonly string[]) =>
      names.length === 0
        ? 'Werte kamen an, aber keiner war einem Messkanal zugeordnet.'
        : `Noch nicht zugeordnet: ${names.join(', ')}.`,
    refused: (names: readonly string[], why: string) =>
      `Abgelehnte Werte${names.length === 0 ? '' : ` von ${names.join(', ')}`}. ${why}`.trim(),
    span: (from: string, to: string) => `${from} bis ${to}\u00a0Uhr`,
    shorter: (count: number) => plural(count, 'kürzere Lücke', 'kürzere Lücken'),
    more: (count: number) => `${plural(count, 'weitere Lücke', 'weitere Lücken')} in der Tabelle`,
  },

  picture: {
    title: 'Der Tag im Bild',
    hint: 'Mit den Pfeiltasten Viertelstunde für Viertelstunde, mit Bild auf und Bild ab zum Tag davor und danach, mit Esc zurück zum ganzen Tag.',
    wholeDay: 'Ganzer Tag',
    generation: 'Erzeugung',
    use: 'Verbrauch',
    import: 'Netzbezug',
    export: 'Einspeisung',
    level: 'Ladestand Akku',
    kilowatts: 'kW',
    percent: '%',
    power: (value: number) => `${formatNumber(value, 2, 2)}\u00a0kW`,
    until: (from: string, to: string) => `${from} bis ${to}\u00a0Uhr`,
    notYet: 'noch nicht gemessen',
    gap: 'Lücke',
    estimated: 'geschätzt',
    summary: (day: string, parts: readonly string[]) =>
      parts.length === 0
        ? `${day}: Es wurde nichts gemessen.`
        : `${day}: Erzeugung, Verbrauch, Netz und Ladestand je Viertelstunde. ${parts.join(', ')}.`,
  },
} as const
