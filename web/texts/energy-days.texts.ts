import { formatNumber } from '#web/lib/format/format-number.ts'

/** The chosen stretch of time, and the picture of a day. */
export const energyDayTexts = {
  kinds: { day: 'Tag', week: 'Woche', month: 'Monat', year: 'Jahr', total: 'Gesamt' },
  kindLabel: 'Zeitraum',
  chartHint:
    'Mit den Pfeiltasten Schritt für Schritt, mit der Eingabetaste hinein, mit Bild auf und Bild ab davor und danach.',
  open: (name: string) => `${name} öffnen`,
  partial: 'zu weniger als der Hälfte gemessen',
  span: (from: string, to: string) => `${from} bis ${to}`,

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
    note: (grams: number) => `bei ${grams}\u00a0g je\u00a0kWh`,
    restsOn: (grams: number) =>
      `CO₂: ${grams}\u00a0g je\u00a0kWh aus dem Netz, der deutsche Strommix 2024 nach Schätzung des Umweltbundesamts; eigener Sonnenstrom im Betrieb 0\u00a0g.`,
  },

  picture: {
    title: 'Der Tag im Bild',
    hint: 'Mit den Pfeiltasten Viertelstunde für Viertelstunde, mit Bild auf und Bild ab zum Tag davor und danach.',
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
