/** Builds the values that a document is made of, from rows that were read together. Pure. */
import type { Selectable } from 'kysely'
import type { BusinessProfileInput } from '#contract/business-profile.ts'
import { invoiceSums, type VatGroup } from '#contract/invoice-sums.ts'
import { defaultNote, retentionNote } from '#contract/texts/invoice-lines.texts.ts'
import { vatRules } from '#contract/vat-cases.ts'
import type { CustomerTable, InvoiceTable, StoredTaxLine } from '#server/database/business-tables.ts'
import type {
  DraftSnapshot,
  InvoiceSnapshot,
  SnapshotBuyer,
  SnapshotLine,
  SnapshotSeller,
} from '#server/invoice-documents/invoice-snapshot.ts'
import type { StoredLine } from './invoice-lines.queries.ts'

export type SnapshotParts = {
  invoice: Selectable<InvoiceTable>
  lines: readonly StoredLine[]
  profile: BusinessProfileInput
  customer: Selectable<CustomerTable>
  logo: SnapshotSeller['logo']
}

/**
 * The draft as it would be printed. Texts of missing data are empty, and lines without a VAT case are standard: such a
 * draft is checked for missing data, and neither printed nor issued.
 */
export function draftSnapshot(parts: SnapshotParts): DraftSnapshot {
  const { invoice, profile, customer } = parts
  const lines = parts.lines.map(snapshotLine)
  const hasPhotovoltaics = lines.some(({ vatCase }) => vatCase === 'photovoltaics')
  const isConfirmed = invoice.is_pv_operator === 1 && invoice.is_pv_eligible === 1
  return {
    version: 1,
    kind: 'invoice',
    number: null,
    issueDate: invoice.issue_date ?? '',
    dueDate: invoice.due_date,
    serviceFrom: invoice.service_from ?? '',
    serviceTo: invoice.service_to ?? invoice.service_from ?? '',
    cancels: null,
    seller: sellerOf(profile, parts.logo),
    buyer: buyerOf(customer),
    lines,
    ...invoiceSums(lines),
    notes: requiredTexts(parts.lines, customer.kind),
    closingText: invoice.closing_text,
    photovoltaics: hasPhotovoltaics && isConfirmed ? { isOperator: true, isEligibleBuilding: true } : null,
    hasWorkRecord: invoice.has_work_record === 1,
  }
}

export function issuedSnapshot(draft: DraftSnapshot, number: string): InvoiceSnapshot {
  return { ...draft, number }
}

/** The texts that are printed by themselves: of the VAT cases, and for private customers. */
export function requiredTexts(lines: readonly Pick<StoredLine, 'vat_case'>[], kind: SnapshotBuyer['kind']): string[] {
  const cases = new Set(lines.map(line => line.vat_case))
  const notes = Object.entries(vatRules).flatMap(([vatCase, { note }]) =>
    // The keys of `vatRules` are its cases.
    note !== null && cases.has(vatCase as keyof typeof vatRules) ? [note] : [],
  )
  return [...new Set(notes), ...(kind === 'private' ? [retentionNote, defaultNote] : [])]
}

/** Tax by rate, as lists and exports show it; a small business shows none. */
export function storedTaxLines(groups: readonly VatGroup[]): StoredTaxLine[] {
  const taxed = groups.filter(({ vatCase }) => vatCase !== 'smallBusiness')
  return [...Map.groupBy(taxed, ({ rate }) => rate)].map(([rate, same]) => ({
    rate,
    base_cents: same.reduce((sum, { baseCents }) => sum + baseCents, 0),
    amount_cents: same.reduce((sum, { taxCents }) => sum + taxCents, 0),
  }))
}

function sellerOf(profile: BusinessProfileInput, logo: SnapshotSeller['logo']): SnapshotSeller {
  const { street, zip, city, country } = profile.address
  return {
    name: profile.companyName,
    address: { street, zip, city, country },
    vatId: profile.vatId,
    taxNumber: profile.taxNumber,
    register: profile.register,
    contactName: profile.ownerName || profile.companyName,
    phone: profile.phone,
    email: profile.email,
    website: profile.website,
    accountHolder: profile.accountHolder || profile.companyName,
    iban: profile.iban.replaceAll(' ', ''),
    bic: profile.bic,
    bankName: profile.bankName,
    logo,
  }
}

function buyerOf(customer: Selectable<CustomerTable>): SnapshotBuyer {
  const { street, zip, city, country } = customer
  const person = `${customer.first_name} ${customer.last_name}`.trim()
  return {
    kind: customer.kind,
    customerNumber: customer.number,
    name: customer.company || person,
    contactName: customer.company === '' ? '' : person,
    address: { street, zip, city, country },
    email: customer.email,
    vatId: customer.vat_id,
    leitwegId: customer.leitweg_id,
  }
}

function snapshotLine(line: StoredLine): SnapshotLine {
  const isExtra = line.work_key?.startsWith('extra:') === true
  return {
    position: line.position,
    text: line.text,
    description: line.description,
    quantityMilli: line.quantity_milli,
    unit: line.unit,
    unitPriceE4: line.unit_price_e4,
    netCents: line.net_cents,
    vatCase: line.vat_case ?? 'standard',
    work: isExtra
      ? []
      : line.work.map(entry => ({
          ticketNumber: entry.ticket_number,
          ticketName: entry.ticket_name,
          name: entry.name,
          description: entry.description,
          date: entry.date,
          hoursHundredths: entry.hours_hundredths,
          amountCents: entry.amount_cents,
        })),
  }
}
