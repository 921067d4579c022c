import type { WrittenContent } from '#contract/invoice-lines.ts'
import { invoiceSums } from '#contract/invoice-sums.ts'
import { eurOf } from '#server/units.ts'
import type { InvoiceRow } from './invoice.queries.ts'
import type { StoredLine } from './invoice-lines.queries.ts'
import { requiredTexts } from './invoice-snapshot.rules.ts'

export function presentWritten(row: InvoiceRow, lines: readonly StoredLine[]): WrittenContent {
  const chosen = lines.flatMap(({ quantity_milli, unit_price_e4, vat_case }) =>
    vat_case === null ? [] : [{ quantityMilli: quantity_milli, unitPriceE4: unit_price_e4, vatCase: vat_case }],
  )
  return {
    grouping: row.line_grouping,
    lines: lines.map(presentLine),
    vat: invoiceSums(chosen).groups.map(({ vatCase, rate, baseCents, taxCents }) => ({
      vatCase,
      rate: rate / 100,
      base: eurOf(baseCents),
      tax: eurOf(taxCents),
    })),
    requiredTexts: requiredTexts(lines, row.customer_kind),
    closingText: row.closing_text,
    hasWorkRecord: row.has_work_record === 1,
    photovoltaics: { isOperator: row.is_pv_operator === 1, isEligibleBuilding: row.is_pv_eligible === 1 },
  }
}

function presentLine(line: StoredLine): WrittenContent['lines'][number] {
  return {
    id: line.id,
    text: line.text,
    description: line.description,
    quantity: line.quantity_milli / 1_000,
    unit: line.unit,
    unitPrice: line.unit_price_e4 / 10_000,
    net: eurOf(line.net_cents),
    vatCase: line.vat_case,
    isWork: line.work_key !== null,
    entries: line.work.map(entry => ({
      id: entry.entry_id,
      ticket: { id: entry.ticket_id, number: entry.ticket_number, name: entry.ticket_name },
      name: entry.name,
      description: entry.description,
      date: entry.date,
      quantity: entry.hours_hundredths / 100,
      total: eurOf(entry.amount_cents),
    })),
  }
}
