import type { LineGrouping } from '#contract/invoice-lines.ts'
import type { InvoiceUnit } from '#contract/invoice-units.ts'
import type { VatCase } from '#contract/vat-cases.ts'
import { formatCount, plural } from '#web/lib/format/format.ts'

const vatCases: Readonly<Record<VatCase, string>> = {
  standard: '19\u00a0%',
  reduced: '7\u00a0%',
  photovoltaics: '0\u00a0% Photovoltaik (§\u00a012 Abs.\u00a03 UStG)',
  domesticReverse: 'Reverse Charge Inland (§\u00a013b UStG)',
  euReverse: 'Reverse Charge EU',
  smallBusiness: 'Kleinunternehmer (§\u00a019 UStG)',
}

const units: Readonly<Record<InvoiceUnit, string>> = {
  hour: 'Std.',
  piece: 'Stück',
  kilometre: 'km',
  lumpSum: 'pauschal',
}

const groupings: Readonly<Record<LineGrouping, string>> = {
  entry: 'Eine Position je Eintrag',
  ticket: 'Eine Position je Ticket',
  type: 'Eine Position je Art der Arbeit',
}

/** Invoices that the portal writes. */
export const writtenInvoiceTexts = {
  vatCases,
  units,
  groupings,

  work: {
    title: 'Arbeit',
    none: 'Es ist kein Eintrag zugeordnet.',
    chosen: (count: number, amount: string) => `${plural(count, 'Eintrag', 'Einträge')}, zusammen ${amount}.`,
    choose: 'Einträge wählen',
    chooseTitle: 'Welche Einträge kommen auf die Rechnung?',
    take: 'Auswahl übernehmen',
    grouping: 'Zusammenfassen',
    groupingHint: 'Gilt ab dem Speichern. Auslagen stehen immer für sich.',
  },

  lines: {
    title: 'Positionen',
    empty: 'Es gibt noch keine Position. Wählen Sie Einträge, oder fügen Sie eine Position hinzu.',
    position: (place: number) => `Position ${formatCount(place)}`,
    named: (place: number, text: string) => (text === '' ? `Position ${formatCount(place)}` : text),
    text: 'Bezeichnung',
    description: 'Beschreibung',
    quantity: 'Menge',
    unit: 'Einheit',
    unitPrice: 'Einzelpreis',
    vatCase: 'Umsatzsteuer',
    noVatCase: 'Bitte wählen',
    net: 'Netto',
    work: 'aus Einträgen',
    add: 'Position hinzufügen',
    reductionHint: 'Ein Minus vor der Menge ergibt eine Minderung.',
    full: (max: number) => `Mehr als ${formatCount(max)} Positionen sind nicht möglich.`,
    remove: 'Position entfernen',
    removed: (name: string) => `„${name}“ ist entfernt.`,
    undo: 'Rückgängig machen',
    actions: (name: string) => `Aktionen für ${name}`,
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    vatForAll: 'Umsatzsteuer für alle Positionen',
    vatForAllChoose: 'Umsatzsteuer für alle …',
  },

  sums: {
    title: 'Summe',
    net: 'Netto',
    tax: (words: string) => `Umsatzsteuer ${words}`,
    base: (amount: string) => `auf ${amount}`,
    gross: 'Rechnungsbetrag',
    undecided: (lines: number) =>
      lines === 1
        ? 'Bei 1\u00a0Position fehlt die Umsatzsteuer. Sie zählt bisher nur netto.'
        : `Bei ${formatCount(lines)}\u00a0Positionen fehlt die Umsatzsteuer. Sie zählen bisher nur netto.`,
    incomplete: 'Bei einer Position fehlt noch eine Zahl.',
  },

  content: {
    title: 'Texte und Anhang',
    closingText: 'Schlusstext',
    closingTextHint: 'Steht auf der Rechnung unter der Summe.',
    notes: 'Hinweise im Portal',
    notesHint: 'Stehen nicht auf der Rechnung. Der Kunde liest sie im Portal, und sie lassen sich auch später ändern.',
    hasWorkRecord: 'Leistungsnachweis anhängen',
    hasWorkRecordHint: 'Alle Einträge mit Datum, Stunden und Beschreibung auf eigenen Seiten.',
    photovoltaics: 'Voraussetzungen für 0\u00a0% (§\u00a012 Abs.\u00a03 UStG)',
    isOperator: 'Der Kunde betreibt die Photovoltaikanlage.',
    isEligibleBuilding: 'Sie steht an oder in der Nähe einer Wohnung oder eines begünstigten Gebäudes.',
    requiredTexts: 'Diese Sätze stehen von selbst auf der Rechnung:',
  },

  dates: 'Daten',
  save: 'Entwurf speichern',
  preview: 'Vorschau',
  previewName: 'Entwurf.pdf',
  issue: {
    button: 'Ausstellen',
    question: 'Rechnung ausstellen?',
    number: 'Die Rechnung erhält die nächste Nummer aus Ihrem Nummernkreis.',
    final:
      'Das ist endgültig: Eine ausgestellte Rechnung lässt sich weder ändern noch löschen, nur durch eine Stornorechnung aufheben.',
    confirm: 'Endgültig ausstellen',
    done: (number: string) => `Rechnung ${number} ist ausgestellt.`,
  },

  missing: 'Der Entwurf ist gespeichert. Es fehlt noch:',
} as const
