import { formatDate } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'

/** The report of a month of a site. */
export const energyReportTexts = {
  title: (month: string) => `Monatsbericht ${month}`,
  link: 'Monatsbericht',
  print: 'Drucken',
  before: 'Monat davor',
  after: 'Monat danach',
  asOf: (date: string) => `Stand ${date}`,
  running: 'Der Monat läuft noch: Der Bericht reicht bis jetzt.',
  origin: {
    caption: 'Verbrauch nach Herkunft',
    source: 'Herkunft',
    energy: 'Energie',
    share: 'Anteil',
    // Tenths: whole percents would not add up.
    percent: (value: number) => `${formatNumber(value, 1, 1)}\u00a0%`,
  },
  costs: {
    title: 'Kosten und CO₂',
    caption: 'Kosten je Tarif',
    tariff: 'Tarif',
    noTariff: 'Ohne Tarif',
  },
  coverage: {
    title: 'Messung und Lücken',
    share: (share: string) =>
      `${share} der Zeit gemessen. Hat ein Zähler in einer Lücke weitergezählt, ist seine Energie gleichmäßig verteilt; alles andere fehlt in den Summen.`,
    none: 'Jeder Tag ist mindestens zur Hälfte gemessen.',
    gap: (from: string, to: string, share: string | null) =>
      [
        from === to ? formatDate(from) : `${formatDate(from)} bis ${formatDate(to)}`,
        share === null ? 'nicht gemessen' : `nur zu ${share} gemessen`,
      ].join(': '),
  },
  days: {
    title: 'Tage',
    caption: (month: string) => `Energie in kWh und Kosten in Euro je Tag im ${month}`,
    day: 'Tag',
    cost: 'Kosten brutto (€)',
  },
} as const
