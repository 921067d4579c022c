/** The missing parts of an invoice: where each is entered, and a German sentence. Pure. */
import { hasValidCheckDigits } from '#contract/iban.ts'
import type { MissingData } from '#contract/invoices.ts'
import { missingTexts, ruleSentence, unprintable } from '#contract/texts/invoice-missing.texts.ts'
import { validationTexts } from '#contract/texts/validation.texts.ts'
import type { ValidationCode } from '#contract/validation.ts'
import { isEuReverse, vatRules } from '#contract/vat-cases.ts'
import { AppError } from '#server/app-error.ts'
import type { DraftSnapshot, PrintedInvoice } from '#server/invoice-documents/invoice-snapshot.ts'
import { unprintableCharacters } from '#server/invoice-documents/printable-characters.ts'
import type { RuleFinding } from '#server/invoice-documents/rule-check.ts'
import type { StoredLine } from './invoice-lines.queries.ts'

type Draft = { snapshot: DraftSnapshot; lines: readonly StoredLine[]; isSmallBusiness: boolean }

/** Everything but the rule check; empty when it can be asked. */
export function missingOf(draft: Draft, today: string): MissingData[] {
  return [...missingOnDraft(draft, today), ...missingVatCases(draft), ...missingOfParties(draft.snapshot)]
}

/** Missing parts of business and customer for any document, and letters that cannot be printed. */
export function missingOfParties(snapshot: PrintedInvoice): MissingData[] {
  return [...missingOfBusiness(snapshot), ...missingOfCustomer(snapshot), ...missingLetters(snapshot)]
}

/** A number in the order of the dates: § 14 (4) no. 4 UStG. */
export function missingOfSeries(
  { snapshot: { issueDate } }: Pick<Draft, 'snapshot'>,
  series: { last_issue_date: string | null } | undefined,
): MissingData[] {
  if (series === undefined) {
    const code = 'number_series.required'
    return [{ place: 'numberSeries', field: 'invoice', code, message: validationTexts[code] }]
  }
  const isEarlier = issueDate !== '' && series.last_issue_date !== null && issueDate < series.last_issue_date
  return isEarlier ? [onDraft('issueDate', 'invoice.issue_before_last')] : []
}

/** A finding of the rule check, with the place that its XML path belongs to. */
export function missingByRule({ rule, message, path }: RuleFinding): MissingData {
  const place = path.includes('SellerTradeParty')
    ? 'business'
    : path.includes('BuyerTradeParty')
      ? 'customer'
      : 'invoice'
  return { place, field: '', code: 'invoice.rule', message: ruleSentence(rule, message) }
}

/** The missing parts, as a refusal: fields of other places begin with their place. */
export function missingError(missing: readonly MissingData[]): AppError {
  const errors = missing.map(({ place, field, code, message }) => ({
    field: place === 'invoice' ? field : [place, field].filter(part => part !== '').join('.'),
    code,
    message,
  }))
  return new AppError('request.invalid', { errors })
}

function missingOnDraft({ snapshot, lines }: Draft, today: string): MissingData[] {
  const { issueDate, dueDate, serviceFrom, serviceTo, grossCents } = snapshot
  const missing: MissingData[] = []
  if (issueDate === '') missing.push(onDraft('issueDate', 'required'))
  else if (issueDate > today) missing.push(onDraft('issueDate', 'date.in_future'))
  if (dueDate === null) missing.push(onDraft('dueDate', 'required'))
  else if (dueDate < issueDate) missing.push(onDraft('dueDate', 'invoice.due_before_issue'))
  if (serviceFrom === '' || serviceTo === '') missing.push(onDraft('serviceFrom', 'invoice.service_required'))
  if (lines.length === 0) missing.push(onDraft('lines', 'invoice.lines_required'))
  else if (grossCents <= 0) missing.push(onDraft('lines', 'invoice.amount_not_positive'))
  return missing
}

/** The lines whose VAT case nobody has chosen. */
export function missingVatChoices(lines: Draft['lines']): MissingData[] {
  return lines.flatMap(({ vat_case }, index) =>
    vat_case === null ? [onDraft(`lines.${index}.vatCase`, 'vat_case.required')] : [],
  )
}

function missingVatCases({ snapshot, lines, isSmallBusiness }: Draft): MissingData[] {
  const { seller, buyer } = snapshot
  const isEu = isEuReverse(seller.address.country, buyer.address.country)
  const unfit = lines.flatMap(({ vat_case }, index) => {
    const field = `lines.${index}.vatCase`
    if (vat_case === null) return []
    if (isSmallBusiness && vat_case !== 'smallBusiness') return [onDraft(field, 'vat_case.small_business')]
    if (vat_case === 'euReverse' && !isEu) return [onDraft(field, 'vat_case.not_eu')]
    return !isSmallBusiness && vat_case === 'smallBusiness' ? [onDraft(field, 'vat_case.not_small_business')] : []
  })
  const missing = [...missingVatChoices(lines), ...unfit]
  const needsConfirmation = lines.some(({ vat_case }) => vat_case === 'photovoltaics')
  if (needsConfirmation && snapshot.photovoltaics === null) {
    missing.push(onDraft('photovoltaics', 'photovoltaics.required'))
  }
  return missing
}

function missingOfBusiness({ seller, lines }: PrintedInvoice): MissingData[] {
  const { street, zip, city } = seller.address
  const given = {
    companyName: seller.name !== '',
    'address.street': street !== '',
    'address.zip': zip !== '',
    'address.city': city !== '',
    phone: seller.phone !== '',
    email: seller.email !== '',
    iban: hasValidCheckDigits(seller.iban),
    taxNumber: seller.taxNumber !== '' || seller.vatId !== '',
    vatId: seller.vatId !== '' || !lines.some(({ vatCase }) => vatCase === 'euReverse'),
  }
  return absent(given).map(field => ({
    place: 'business',
    field,
    code: 'required',
    message: missingTexts.business[field],
  }))
}

function missingOfCustomer({ buyer, lines }: PrintedInvoice): MissingData[] {
  const { street, zip, city } = buyer.address
  const given = {
    name: buyer.name !== '',
    'address.street': street !== '',
    'address.zip': zip !== '',
    'address.city': city !== '',
    email: buyer.kind === 'private' || buyer.email !== '',
    vatId: buyer.vatId !== '' || !lines.some(({ vatCase }) => vatRules[vatCase].needsBuyerVatId),
    leitwegId: buyer.kind !== 'public' || buyer.leitwegId !== '',
  }
  return absent(given).map(field => ({
    place: 'customer',
    field,
    code: 'required',
    message: missingTexts.customer[field],
  }))
}

function absent<Field extends string>(given: Record<Field, boolean>): Field[] {
  // `Object.keys` loses the type of the keys it was given.
  return (Object.keys(given) as Field[]).filter(field => !given[field])
}

/** The first unprintable character of each text. */
function missingLetters(snapshot: PrintedInvoice): MissingData[] {
  const found = unprintableCharacters(snapshot)
  const first = found.filter(({ field }, index) => found.findIndex(other => other.field === field) === index)
  return first.map(({ field, character, codePoint, isControl }) => {
    const [owner = '', ...path] = field.split('.')
    const place = owner === 'seller' ? 'business' : owner === 'buyer' ? 'customer' : 'invoice'
    return {
      place,
      field: place === 'invoice' ? field : path.join('.'),
      code: 'invoice.text_unprintable',
      message: unprintable(character, codePoint, isControl),
    }
  })
}

function onDraft(field: string, code: ValidationCode): MissingData {
  return { place: 'invoice', field, code, message: validationTexts[code] }
}
