/** Every kind of paper with its picture in the repository: all kinds of invoices, and layouts that are difficult. */
import { createCanvas } from '@napi-rs/canvas'
import type { DraftSnapshot, InvoiceSnapshot, PrintedInvoice } from '#server/invoice-documents/invoice-snapshot.ts'
import { pngOfGreys } from './golden-page.ts'
import { buildSnapshot, invoiceSamples } from './invoice-samples.ts'

export type PaperSample<T extends PrintedInvoice = PrintedInvoice> = { invoice: T; logo: Uint8Array | null }

const { standard } = invoiceSamples

export const draftSample: DraftSnapshot = { ...standard, number: null }

const longTexts = buildSnapshot({
  parts: [
    {
      text: 'Inbetriebnahme der Energiemanagementsoftware einschließlich Fernwartungszugangsberechtigungsprüfung',
      quantity: 12.25,
      price: 1_234.5678,
      description: Array.from(
        { length: 14 },
        (_, index) =>
          `${index + 1}. Zähler, Wechselrichter und Speicher geprüft, Verbindungen erneuert und protokolliert.`,
      ).join('\n'),
    },
    { text: 'Kabelwege\nmit Zeilenumbruch', quantity: 1_250.5, unit: 'kilometre', price: 0.305 },
    { text: 'Nachlass', quantity: -1, unit: 'lumpSum', price: 99_999.99 },
    { text: 'Ladestation', quantity: 1_000, unit: 'piece', price: 1_200 },
  ],
  seller: {
    ...standard.seller,
    name: 'Gesellschaft für Energieberatung, Gebäudeautomation und erneuerbare Anlagen Größl & Söhne GmbH & Co. KG',
    email: 'rechnungswesen-und-buchhaltung@gesellschaft-fuer-energieberatung.example',
    accountHolder: 'Gesellschaft für Energieberatung, Gebäudeautomation und erneuerbare Anlagen Größl & Söhne',
  },
  buyer: {
    ...standard.buyer,
    name: 'Wohnungseigentümergemeinschaft Donaudampfschifffahrtsgesellschaftsstraße 12 bis 48 (gerade Hausnummern)',
    contactName: 'Hausverwaltung Süßkind, Frau Dr. Änne von und zu Hohenstein-Waldburg',
    address: { ...standard.buyer.address, street: 'Donaudampfschifffahrtsgesellschaftsstraße 12, Hinterhaus' },
    leitwegId: '991-1234512345-1234567890123456789012345678-06',
  },
  notes: ['Diese Rechnung ist zwei Jahre aufzubewahren (§ 14b Abs. 1 Satz 5 UStG).'],
  closingText: 'Vielen Dank für Ihren Auftrag.\n\nDie Arbeiten wurden am 31. Oktober gemeinsam abgenommen.',
})

/** Three rings, grey on white. */
function ringLogo(width: number, height: number): Uint8Array {
  const isRing = (x: number, y: number) => Math.abs(Math.hypot((x % 107) - 53, y - 48) - 34) < 9
  const greys = Uint8Array.from({ length: width * height }, (_, at) =>
    isRing(at % width, Math.floor(at / width)) ? 51 : 255,
  )
  return pngOfGreys({ width, height, greys })
}

export const issuedPapers: Readonly<Record<string, PaperSample<InvoiceSnapshot>>> = {
  ...Object.fromEntries(Object.entries(invoiceSamples).map(([kind, invoice]) => [kind, { invoice, logo: null }])),
  'with-logo': { invoice: standard, logo: ringLogo(320, 96) },
  'long-texts': { invoice: longTexts, logo: null },
}

/** The paper of all kinds for official validators, with each sort of logo that is taken: a palette, alpha, JPEG. */
export const provenPapers: Readonly<Record<string, PaperSample<InvoiceSnapshot>>> = {
  ...issuedPapers,
  'with-transparent-logo': { invoice: standard, logo: drawnLogo('image/png') },
  'with-jpeg-logo': { invoice: standard, logo: drawnLogo('image/jpeg') },
}

/** A coloured disc; around it the PNG is transparent. */
function drawnLogo(mediaType: 'image/png' | 'image/jpeg'): Uint8Array {
  const canvas = createCanvas(240, 80)
  const context = canvas.getContext('2d')
  context.fillStyle = '#2a6f4e'
  context.arc(40, 40, 36, 0, 2 * Math.PI)
  context.fill()
  return mediaType === 'image/png' ? canvas.toBuffer(mediaType) : canvas.toBuffer(mediaType, 90)
}
