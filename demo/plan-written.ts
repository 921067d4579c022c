/** Which invoices of the demo the portal writes: those of the last three months, and two without hours. */
import type { InvoiceLineInput } from '#contract/invoice-lines.ts'
import { dayMs, minuteMs } from '#server/clock.ts'
import type { DemoCustomer } from './demo-customers.ts'
import type { PlannedInvoice } from './plan-invoices.ts'
import type { WrittenPlan } from './write-invoices.ts'

/** Of larger jobs. */
const paymentDays = 30

/** Three invoices of a month each are at most this old. */
const writtenDays = 92

export function isWrittenByPortal({ state, madeAt }: Pick<PlannedInvoice, 'state' | 'madeAt'>, today: number): boolean {
  return state === 'issued' && madeAt >= today - writtenDays * dayMs
}

const maintenance: readonly InvoiceLineInput[] = [
  free('Wartung des Netzes im Rathaus, Pauschale', 1, 'lumpSum', 480),
  free('Zugangspunkt WLAN, Montage im Sitzungssaal', 3, 'piece', 149.9),
  free('Anfahrt', 46, 'kilometre', 0.62),
]

const photovoltaics: readonly InvoiceLineInput[] = [
  free('Photovoltaikanlage 9,8 kWp: Lieferung und Montage', 1, 'lumpSum', 11_480),
  free('Batteriespeicher 10 kWh', 1, 'piece', 4_950),
  free('Nachlass', -1, 'lumpSum', 250),
]

/** A public body with its Leitweg-ID, and a photovoltaic system with a rate of 0 %; of the latest month. */
export function writtenWithoutHours(
  customers: readonly DemoCustomer[],
  idOf: (customer: DemoCustomer) => string,
  planned: readonly Pick<WrittenPlan, 'madeAt'>[],
): WrittenPlan[] {
  const latest = planned.at(-1)?.madeAt
  const body = customers.find(({ leitwegId }) => leitwegId !== '')
  const owner = customers.find(({ kind, themes }) => kind === 'private' && themes.includes('solar'))
  if (latest === undefined || body === undefined || owner === undefined) return []
  const common = { paidAt: null, partPaidAt: null, notes: '', entryIds: [] } as const
  return [
    { customerId: idOf(body), lines: maintenance, vatCase: 'standard' as const },
    { customerId: idOf(owner), lines: photovoltaics, vatCase: 'photovoltaics' as const },
  ].map((own, index) => {
    const madeAt = latest + (index + 1) * minuteMs
    const lines = own.lines.map(line => ({ ...line, vatCase: own.vatCase }))
    return { ...common, ...own, lines, madeAt, dueAt: madeAt + paymentDays * dayMs }
  })
}

function free(text: string, quantity: number, unit: InvoiceLineInput['unit'], unitPrice: number): InvoiceLineInput {
  return { text, description: '', quantity, unit, unitPrice, vatCase: null }
}
