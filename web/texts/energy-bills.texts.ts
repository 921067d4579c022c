import { formatNumber } from '#web/lib/format/format-number.ts'

/** The bill of a month. */
export const energyBillTexts = {
  cents: (ct: number) => `${formatNumber(ct, 2, 2)}\u00a0ct`,
  title: (month: string) => `Abrechnung ${month}`,
  lead: 'Aus den gemessenen Viertelstunden und den Tarifen nachgerechnet, zum Danebenlegen neben die Abrechnung des Versorgers. Keine Rechnung.',
  failed: 'Fehler beim Abrufen der Abrechnung',
  before: 'Monat davor',
  after: 'Monat danach',
  print: 'Drucken',
  noTariff: 'In diesem Monat gilt kein Tarif. Tragen Sie ein, was Ihr Vertrag vorsieht.',
  madeUp: 'Diese Anlage ist erfunden, ihre Werte sind ausgedacht.',
  gaps: (share: string) =>
    `${share} der Zeit sind gemessen. Was fehlt, ist nicht enthalten: Der Zähler des Versorgers zeigt mehr.`,
  running: 'Der Monat läuft noch. Monatliche Preise zählen schon für alle seine Tage.',
  unpriced: (days: string, imported: string, exported: string) =>
    `${days}: Für ${imported} Bezug und ${exported} Einspeisung gilt kein Tarif. Sie sind nicht enthalten.`,
  estimated: (energy: string) => `${energy} sind mit geschätzten Preisen der Börse gerechnet.`,
  received: 'Sie bekommen',
  total: 'Zu zahlen',
  totalNote: (imported: string, exported: string) => `Für ${imported} Bezug und ${exported} Einspeisung.`,
  rounding: 'Jede Position ist einmal auf Cent gerundet; die Umsatzsteuer ist der Unterschied zum Bruttobetrag.',
  days: (from: string, to: string) => `${from} bis ${to}`,
  position: 'Position',
  amount: 'Betrag',
  caption: (tariff: string, days: string) => `Positionen nach Tarif ${tariff}, ${days}`,
  exchange: 'Börse, netto',
  supply: 'Versorger, netto',
  grid: 'Netzentgelt, netto',
  levies: 'Steuern und Abgaben, netto',
  vat: 'Umsatzsteuer',
  import: 'Bezug, brutto',
  monthly: 'Monatliche Preise',
  monthlyNote: 'anteilig nach Tagen',
  export: 'Einspeisung',
  partTotal: 'Zusammen',
  mean: (energy: string, ct: string) => `${energy}, im Mittel ${ct} je\u00a0kWh`,
} as const
