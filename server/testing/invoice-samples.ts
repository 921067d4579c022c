/** One issued invoice of every kind that the portal writes, for tests of its documents. All names are invented. */
import { invoiceSums, lineNetCents } from '#contract/invoice-sums.ts'
import type { InvoiceUnit } from '#contract/invoice-units.ts'
import { type VatCase, vatRules } from '#contract/vat-cases.ts'
import type {
  InvoiceSnapshot,
  SnapshotBuyer,
  SnapshotLine,
  SnapshotSeller,
} from '#server/invoice-documents/invoice-snapshot.ts'

const seller: SnapshotSeller = {
  name: 'Lumen Technik Größl e. K.',
  address: { street: 'Lindenstraße 5', zip: '89073', city: 'Ulm', country: 'DE' },
  vatId: 'DE123456788',
  taxNumber: '88/123/45678',
  register: 'HRA 12345, Amtsgericht Ulm',
  contactName: 'Jürgen Größl',
  phone: '+49 731 1234567',
  email: 'rechnung@lumen-technik.example',
  website: 'https://lumen-technik.example',
  accountHolder: 'Jürgen Größl',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  bankName: 'Deutsche Kreditbank Berlin',
  logo: null,
}

const business: SnapshotBuyer = {
  kind: 'business',
  customerNumber: 'K-1001',
  name: 'Bäckerei Süßkind GmbH',
  contactName: 'Änne Süßkind',
  address: { street: 'Marktplatz 1', zip: '89073', city: 'Ulm', country: 'DE' },
  email: 'buchhaltung@suesskind.example',
  vatId: 'DE987654328',
  leitwegId: '',
}

const person: SnapshotBuyer = {
  ...business,
  kind: 'private',
  customerNumber: 'K-1002',
  name: 'Erika Mustermann',
  contactName: '',
  email: 'erika@mustermann.example',
  vatId: '',
}

const publicBody: SnapshotBuyer = {
  ...business,
  kind: 'public',
  customerNumber: 'K-1003',
  name: 'Stadt Ulm, Gebäudemanagement',
  vatId: '',
  leitwegId: '08421000-ULM01-23',
}

type LineParts = {
  text: string
  quantity: number
  unit?: InvoiceUnit
  /** EUR. */
  price: number
  vatCase?: VatCase
  description?: string
  hasWork?: boolean
}

function linesOf(parts: readonly LineParts[]): SnapshotLine[] {
  return parts.map(
    ({ text, quantity, unit = 'hour', price, vatCase = 'standard', description = '', hasWork = false }, index) => {
      const amount = { quantityMilli: Math.round(quantity * 1_000), unitPriceE4: Math.round(price * 10_000) }
      const netCents = lineNetCents(amount)
      const work = {
        ticketNumber: 'T-2026-0007',
        ticketName: 'Wallbox und Zähler einbinden',
        name: text,
        description,
        date: '2026-10-14',
        hoursHundredths: Math.round(quantity * 100),
        amountCents: netCents,
      }
      return { position: index + 1, text, description, unit, vatCase, ...amount, netCents, work: hasWork ? [work] : [] }
    },
  )
}

type SampleParts = Partial<Omit<InvoiceSnapshot, 'lines' | 'groups' | 'netCents' | 'taxCents' | 'grossCents'>> & {
  parts: readonly LineParts[]
}

/** An invoice with consistent sums. */
export function buildSnapshot({ parts, ...given }: SampleParts): InvoiceSnapshot {
  const lines = linesOf(parts)
  const notes = [...new Set(lines.map(({ vatCase }) => vatRules[vatCase].note))].filter(note => note !== null)
  return {
    version: 1,
    kind: 'invoice',
    number: 'RE-2026-00042',
    issueDate: '2026-11-02',
    dueDate: '2026-11-16',
    serviceFrom: '2026-10-01',
    serviceTo: '2026-10-31',
    cancels: null,
    seller,
    buyer: business,
    notes,
    closingText: '',
    photovoltaics: lines.some(({ vatCase }) => vatCase === 'photovoltaics')
      ? { isOperator: true, isEligibleBuilding: true }
      : null,
    hasWorkRecord: false,
    ...given,
    lines,
    ...invoiceSums(lines),
  }
}

/** The cancellation of an invoice: the same lines with negative quantities. */
export function buildCancellation(original: InvoiceSnapshot): InvoiceSnapshot {
  const lines = original.lines.map(line => ({
    ...line,
    quantityMilli: -line.quantityMilli,
    netCents: 0 - line.netCents,
  }))
  return {
    ...original,
    kind: 'cancellation',
    number: 'ST-2026-00003',
    issueDate: '2026-11-09',
    dueDate: null,
    cancels: { number: original.number, issueDate: original.issueDate, reason: 'Leistungszeitraum falsch' },
    hasWorkRecord: false,
    lines,
    ...invoiceSums(lines),
  }
}

const threeLines: LineParts[] = [
  { text: 'Beratung Energiemanagement', quantity: 1.75, price: 95, hasWork: true },
  { text: 'Auslagen: Fahrt', quantity: 1, unit: 'lumpSum', price: 12.5 },
  { text: 'Einrichtung Router', quantity: 2, price: 110, hasWork: true, description: 'Mit Gastnetz und VLAN' },
]

const photovoltaics: LineParts = {
  text: 'Energie-Management-System für PV-Anlage, Lieferung und Montage',
  quantity: 1,
  unit: 'piece',
  price: 1_890,
  vatCase: 'photovoltaics',
}

const mixedRates: LineParts[] = [
  { text: 'Fachbuch Smart Home', quantity: 2, unit: 'piece', price: 34.58, vatCase: 'reduced' },
  { text: 'Beratung', quantity: 1.75, price: 95 },
  photovoltaics,
]

const standard = buildSnapshot({ parts: threeLines })
const mixed = buildSnapshot({ parts: mixedRates, buyer: person })

/** By kind; the key names the kind in tests and in files. */
export const invoiceSamples = {
  standard,
  reduced: buildSnapshot({ parts: mixedRates.slice(0, 1) }),
  mixed,
  photovoltaics: buildSnapshot({ parts: [photovoltaics], buyer: person }),
  'photovoltaics-and-standard': buildSnapshot({ parts: [photovoltaics, ...threeLines], buyer: person }),
  'small-business': buildSnapshot({
    parts: threeLines.map(line => ({ ...line, vatCase: 'smallBusiness' })),
    seller: { ...seller, vatId: '' },
    buyer: person,
  }),
  'domestic-reverse': buildSnapshot({ parts: threeLines.map(line => ({ ...line, vatCase: 'domesticReverse' })) }),
  'eu-reverse': buildSnapshot({
    parts: threeLines.map(line => ({ ...line, vatCase: 'euReverse' })),
    buyer: {
      ...business,
      name: 'Kaffeerösterei Łukasz Sp. z o.o.',
      address: { street: 'ulica Długa 3', zip: '00-238', city: 'Warszawa', country: 'PL' },
      vatId: 'PL1234567883',
    },
  }),
  'public-body': buildSnapshot({ parts: threeLines, buyer: publicBody, hasWorkRecord: true }),
  'private-without-email': buildSnapshot({
    parts: threeLines,
    buyer: { ...person, email: '' },
    notes: ['Diese Rechnung ist zwei Jahre aufzubewahren (§ 14b Abs. 1 Satz 5 UStG).'],
  }),
  reduction: buildSnapshot({
    parts: [...threeLines, { text: 'Nachlass Stammkunde', quantity: -1, unit: 'lumpSum', price: 38.63 }],
  }),
  'one-cent': buildSnapshot({ parts: [{ text: 'Rundungsausgleich', quantity: 1, unit: 'piece', price: 0.01 }] }),
  'special-letters': buildSnapshot({
    parts: [{ text: 'Prüfung „Haus & Hof“ <2 Std.>', quantity: 1.5, price: 95, description: 'GROẞ, groß – „so“ × 2' }],
    buyer: { ...business, name: 'Şahin & Łukasz <Söhne> GmbH "Nord"', contactName: 'Çağla Ğ. Ő.' },
  }),
  'sixty-lines': buildSnapshot({
    parts: Array.from({ length: 60 }, (_, index) => ({
      text: `Arbeit an Anlage ${index + 1}`,
      quantity: 0.25 + (index % 8) * 0.25,
      price: 95,
      hasWork: true,
      description: index % 7 === 0 ? 'Zähler geprüft, Verbindung neu eingerichtet und das Ergebnis protokolliert' : '',
    })),
    hasWorkRecord: true,
  }),
  cancellation: buildCancellation(standard),
  'cancellation-mixed': buildCancellation(mixed),
} as const satisfies Record<string, InvoiceSnapshot>
