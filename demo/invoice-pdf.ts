/** The documents of the demo's invoices, as another program would make them. */
import type { Insertable } from 'kysely'
import type { CustomerTable, InvoiceTable } from '#server/database/business-tables.ts'
import { euroText } from '#server/units.ts'
import { type PageRule, type PageText, renderPdf } from './demo-pdf.ts'
import { demoProfile } from './demo-profile.ts'

export type InvoiceLine = { readonly text: string; readonly cents: number }

const left = 70
const right = 525
/** The last line sums up those that do not fit. */
const linesMax = 18

/** One page: sender, recipient, dates, a line for each ticket, amounts, payment details. */
export function invoicePdf(
  invoice: Insertable<InvoiceTable>,
  customer: Insertable<CustomerTable>,
  lines: readonly InvoiceLine[],
): Uint8Array {
  const { address } = demoProfile
  const title = `Rechnung ${invoice.number}`
  const page: (PageText | PageRule)[] = []
  const put = (y: number, text: string, style: Partial<PageText> = {}) =>
    page.push({ at: { x: left, y }, text, ...style })
  const putAmount = (y: number, cents: number, isBold = false) =>
    page.push({ at: { right, y }, text: euroText(cents), isBold })

  put(780, demoProfile.companyName, { size: 16, isBold: true })
  put(764, `${address.street}, ${address.zip} ${address.city} · ${demoProfile.phone} · ${demoProfile.email}`, {
    size: 8,
  })
  const recipient = [
    customer.company,
    `${customer.first_name} ${customer.last_name}`,
    customer.street,
    `${customer.zip} ${customer.city}`,
  ].filter(line => line.trim() !== '')
  for (const [index, line] of recipient.entries()) put(710 - index * 14, line)

  put(620, title, { size: 18, isBold: true })
  put(598, `Rechnungsdatum ${dayText(invoice.issue_date)}   ·   fällig am ${dayText(invoice.due_date)}`)
  put(584, `Leistungszeitraum ${dayText(invoice.service_from)} bis ${dayText(invoice.service_to)}`)
  page.push({ ruleAt: 570 })
  let y = 552
  for (const line of fitted(lines)) {
    put(y, line.text)
    putAmount(y, line.cents)
    y -= 16
  }
  page.push({ ruleAt: y + 4 })
  put(y - 14, 'Nettobetrag')
  putAmount(y - 14, invoice.net_cents)
  put(y - 30, 'Umsatzsteuer 19 %')
  putAmount(y - 30, invoice.tax_cents)
  put(y - 50, 'Rechnungsbetrag', { size: 12, isBold: true })
  putAmount(y - 50, invoice.gross_cents, true)

  put(110, `Bitte überweisen Sie den Betrag unter Angabe der Rechnungsnummer bis zum ${dayText(invoice.due_date)}.`)
  put(
    94,
    `${demoProfile.accountHolder} · IBAN ${demoProfile.iban} · BIC ${demoProfile.bic} · ${demoProfile.bankName}`,
    {
      size: 9,
    },
  )
  put(78, `Steuernummer ${demoProfile.taxNumber} · USt-IdNr. ${demoProfile.vatId}`, { size: 9 })
  return renderPdf(title, page)
}

function fitted(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
  if (lines.length <= linesMax) return lines
  const rest = lines.slice(linesMax - 1)
  const cents = rest.reduce((sum, line) => sum + line.cents, 0)
  return [...lines.slice(0, linesMax - 1), { text: `Weitere Arbeiten laut ${rest.length} Tickets`, cents }]
}

function dayText(date: string | null | undefined): string {
  return date?.split('-').reverse().join('.') ?? ''
}
