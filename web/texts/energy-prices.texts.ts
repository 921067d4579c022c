import { formatNumber } from '#web/lib/format/format-number.ts'

/** Prices of today and tomorrow. */
export const energyPriceTexts = {
  cents: (ct: number) => `${formatNumber(ct, 2, 2)}\u00a0ct`,
  title: 'Preise heute und morgen',
  lead: 'Was eine Kilowattstunde in jeder Viertelstunde kostet und woraus sich der Preis zusammensetzt.',
  failed: 'Fehler beim Abrufen der Preise',
  noTariff: 'Ohne Tarif gibt es keine Preise. Tragen Sie ein, was Ihr Vertrag vorsieht.',
  noSpot: 'Die Preise der Börse sind nicht bekannt. Sobald sie vorliegen, steht hier, was eine Kilowattstunde kostet.',
  estimatedFrom: (time: string) =>
    `Ab ${time} sind Preise geschätzt, nach der gleichen Uhrzeit der Tage davor: Die Börse veröffentlicht die Preise von morgen meist kurz nach 13\u00a0Uhr.`,
  feedInUnknown:
    'Der Preis der Börse ist nicht durchgehend bekannt. Von ihm hängt nur ab, ob Einspeisung vergütet wird.',
  figures: 'Preise ab jetzt',
  current: 'Jetzt',
  cheapest: 'Am günstigsten',
  dearest: 'Am teuersten',
  feedInNow: 'Einspeisung jetzt',
  perKwh: 'je kWh',
  chart: 'Preise der Viertelstunden heute und morgen',
  band: 'Preis des Bezugs, brutto',
  unit: 'ct je kWh',
  parts: {
    exchange: 'Börse',
    supply: 'Versorger',
    grid: 'Netzentgelt',
    levies: 'Steuern und Abgaben',
    vat: 'Umsatzsteuer',
  },
  keys: 'Mit den Pfeiltasten Viertelstunde für Viertelstunde, mit Bild auf und Bild ab stundenweise.',
  noon: '12\u00a0Uhr',
  before: 'Viertelstunde davor',
  after: 'Viertelstunde danach',
  now: 'Jetzt',
  gross: (ct: string) => `${ct} brutto`,
  feedIn: 'Einspeisung',
  estimated: 'geschätzt',
  known: 'bekannt',
  noSource: 'Fester Tarif: ohne Preise der Börse.',
  asTable: 'Preise als Tabelle',
  caption: 'Preise je Viertelstunde in Cent je Kilowattstunde',
  time: 'Zeit',
  total: 'Zusammen',
  state: 'Preis',
  sentence: (time: string, price: string, parts: readonly string[], feedIn: string, isEstimated: boolean) =>
    `${time}: ${price} brutto${isEstimated ? ', geschätzt' : ''}. ${parts.join(', ')}. Einspeisung ${feedIn}.`,
} as const
