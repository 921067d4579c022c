/**
 * Every error code of the API, and its status: a closed list. `texts/errors.texts.ts` has the German sentence of each;
 * a missing one does not compile.
 */
export const errorStatus = {
  'request.malformed': 400,
  'request.body_too_large': 413,
  'request.media_type': 415,
  'request.invalid': 422,
  'request.unknown_parameter': 422,
  'request.timeout': 408,
  'session.required': 401,
  'session.login_failed': 401,
  'session.reauthentication_required': 403,
  'role.forbidden': 403,
  'second_factor.required': 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  stale: 412,
  'idempotency.in_progress': 409,
  'idempotency.reused': 422,
  'idempotency.answer_lost': 409,
  'as_user.read_only': 409,
  'as_user.not_allowed': 409,
  'as_user.no_files': 409,
  throttled: 429,
  'budget.used_up': 429,
  busy: 503,
  unavailable: 503,
  internal: 500,

  'account.token_invalid': 409,
  'account.already_set_up': 409,
  'second_factor.login_over': 409,
  'second_factor.already_on': 409,
  'second_factor.not_started': 409,
  'second_factor.off': 409,
  'second_factor.own_first': 409,
  'passkey.refused': 409,
  'passkey.too_many': 409,
  'user.last_admin': 409,
  'user.own_account': 409,
  'user.in_dispute': 409,
  'user.already_active': 409,
  'user.inactive': 409,
  'user.no_email': 409,
  'user.has_history': 409,
  'customer.has_history': 409,
  'customer.erased': 409,
  'erasure.already_asked': 409,
  'erasure.none': 409,
  'erasure.own_business': 409,
  'erasure.unpaid_invoices': 409,
  'customer_export.running': 409,
  'customer_export.too_many': 429,
  'customer_link.set_changed': 409,
  'customer_link.too_many': 409,
  'service.customer_fixed': 409,
  'service.too_many_credentials': 409,
  'service_collection.customer_fixed': 409,
  'service_collection.full': 409,
  'website_service.check_not_possible': 409,
  'energy_site.full': 409,
  'energy_site.not_controlled': 409,
  'ticket.entries_closed': 409,
  'ticket.budget_closed': 409,
  'ticket.has_invoiced_entries': 409,
  'ticket.unfinished_entries': 409,
  'ticket.timer_running': 409,
  'ticket_entry.invoiced': 409,
  'ticket_entry.not_own': 409,
  'ticket_entry.already_worked_on': 409,
  'ticket_entry.progress_step': 409,
  'invoice.published': 409,
  'invoice.no_pdf': 409,
  'invoice.customer_erased': 409,
  'invoice.no_series': 409,
  'invoice.not_cancellable': 409,
  'invoice.not_rendered': 503,
  'invoice.not_written': 409,
  'invoice.written': 409,
  'invoice.not_issued': 409,
  'invoice.too_many_payments': 409,
  'invoice.too_many_questions': 409,
  'invoice.no_questions': 409,
  'invoice_question.answered': 409,
  'invoice_payment.refunded': 409,
  'invoice_payment.reversed': 409,
  'dns_domain.too_many': 409,
  'dns_domain.no_key': 409,
  'dns_domain.not_in_demo': 409,
  'dns_hostname.too_many': 409,
  'dns_hostname.no_value': 409,
  'dns_hostname.not_differing': 409,
  'dns_hostname.several_values': 409,
  'dns_hostname.record_stays': 409,
  'dns_endpoint.too_many': 409,
  'billing.nothing_to_bill': 409,
  'faq.too_many': 409,
  'faq.set_changed': 409,
  'timer.already_booked': 409,
  'timer.already_running': 409,
  'timer.not_running': 409,
  'timer.not_stopped': 409,
  'mail.not_retryable': 409,
  'mail.too_many': 429,
  'newsletter.not_draft': 409,
  'newsletter.not_possible': 409,
  'newsletter.no_recipients': 409,
  'newsletter.recipients_changed': 409,
  'backup.no_file': 409,
  'backup.running': 409,
  'secret.none': 409,
  'secret.unreadable': 409,
  'file.quota': 429,
  'customer_request.answered': 409,
  'customer_request.too_many': 429,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One rejected input. `field` is the JSON path (`address.zip`), or the query parameter. */
export type FieldError = { field: string; code: string; message: string }

/** The body of every answer that is not a success: RFC 9457 `application/problem+json`. */
export type Problem = {
  /** `about:blank`-free URI reference naming the kind: `/api/docs/errors/#<code>`. */
  type: string
  /** A German sentence a person can act on. */
  title: string
  status: number
  code: ErrorCode
  requestId: string
  /** Only with `request.invalid` and `request.unknown_parameter`. */
  errors?: FieldError[]
  /** Their total, where `errors` names only the first twenty. */
  errorsCount?: number
}
