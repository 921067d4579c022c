/**
 * Every reason for refused input: a closed list of keys. A schema names the key as its message;
 * `texts/validation.texts.ts` holds the German sentence.
 */
import type * as z from 'zod/mini'

export const validationCodes = [
  'required',
  'invalid',
  'too_short',
  'too_long',
  'unknown_field',
  'unknown_parameter',
  'choice.invalid',
  'email.required',
  'email.invalid',
  'text.required',
  'text.too_short',
  'text.too_long',
  'text.characters',
  'username.required',
  'username.too_short',
  'username.too_long',
  'username.characters',
  'username.letter_required',
  'username.taken',
  'password.required',
  'password.too_short',
  'password.too_short_admin',
  'password.too_long',
  'password.common',
  'password.wrong',
  'password.unchanged',
  'code.required',
  'code.invalid',
  'code.wrong',
  'recovery_code.required',
  'recovery_code.wrong',
  'number.invalid',
  'number.negative',
  'number.too_small',
  'number.too_large',
  'number.decimals',
  'hours.invalid',
  'hours.too_large',
  'hours.whole_minutes',
  'amount.too_large',
  'date.invalid',
  'url.invalid',
  'url.user',
  'urls.required',
  'urls.too_many',
  'ip.invalid',
  'mac.invalid',
  'period.invalid',
  'collection.full',
  'channel_key.taken',
  'tariff_date.taken',
  'time.invalid',
  'phone.invalid',
  'zip.invalid',
  'iban.invalid',
  'iban.check_digits',
  'bic.invalid',
  'vat_id.invalid',
  'page.invalid',
  'page_size.invalid',
  'ordering.invalid',
  'extra_text.required',
  'date.in_future',
  'invoice_number.characters',
  'invoice_number.taken',
  'invoice.pdf_required',
  'invoice.amount_required',
  'invoice.amount_not_positive',
  'invoice.due_before_issue',
  'invoice.service_ends_before',
  'invoice.paid_date_unpaid',
  'invoice.amount_negative',
  'invoice.lines_required',
  'invoice.no_mirror',
  'invoice.rule',
  'invoice.service_required',
  'invoice.text_unprintable',
  'invoice.too_many_lines',
  'invoice.issue_before_last',
  'invoice_number.of_series',
  'number_series.form',
  'number_series.length',
  'number_series.required',
  'number_series.same_form',
  'number_series.start',
  'number_series.start_taken',
  'photovoltaics.required',
  'quantity.decimals',
  'quantity.zero',
  'unit_price.decimals',
  'unit_price.negative',
  'vat_case.not_small_business',
  'vat_case.required',
  'vat_case.small_business',
  'payment.more_than_paid',
  'payment.zero',
  'tax.net_differs',
  'tax.gross_differs',
  'tax.rate_twice',
  'tax.amount_unlikely',
  'tax.small_business',
  'entries.not_billable',
  'reference.unknown',
  'file.required',
  'file.empty',
  'file.too_large',
  'file.type',
  'file.not_pdf',
  'logo.too_large',
  'logo.type',
  'logo.pixels',
  'logo.broken',
  'file.gone',
  'files.too_many',
  'ids.required',
  'customer.name_required',
  'id.invalid',
  'newsletter.no_email',
  'erasure.confirmation',
  'dns_domain.required',
  'dns_domain.invalid',
  'dns_domain.taken',
  'dns_type.required',
  'dns_api_key.required',
  'dns_server.blocked',
  'name_server.invalid',
  'name_servers.too_many',
  'dns_hostname.required',
  'dns_hostname.invalid',
  'dns_hostname.taken',
  'dns_hostname.too_long',
  'dns_hostnames.too_many',
  'dns_value.required',
  'dns_value.family',
  'dns_suffix.required',
  'dns_suffix.too_wide',
  'dns_source.family',
  'ttl.invalid',
  'ttl.too_large',
  'ttl.provider',
  'dns_template.invalid',
  'dns_template.unknown',
  'dns_template.twice',
  'dns_template.no_address',
] as const

export type ValidationCode = (typeof validationCodes)[number]

const known: ReadonlySet<string> = new Set(validationCodes)

export function isValidationCode(value: string): value is ValidationCode {
  return known.has(value)
}

/** The issue of any zod schema as one of our keys: the key of the rule itself, else by the kind of issue. */
export function validationCode(issue: z.core.$ZodIssue): ValidationCode {
  if (isValidationCode(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'invalid'
    case 'unrecognized_keys':
      return 'unknown_field'
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? 'number.invalid' : 'too_short'
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? 'number.too_large' : 'too_long'
    case 'invalid_value':
      return 'choice.invalid'
    default:
      return 'invalid'
  }
}
