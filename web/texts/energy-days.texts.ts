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
