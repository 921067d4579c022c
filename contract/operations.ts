/** Data for operators: outgoing mails, the audit log, health. */
import * as z from 'zod/mini'
import { auditSubject } from './audit-subjects.ts'
import { defineEndpoints, empty, page, pageQuery, queryNumber } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { listQuery } from './list-query.ts'
import { auditList, mailList, mailStates } from './lists.ts'

/** All actions in the audit log: `<noun>.<past participle>`. */
export const auditActions = [
  'application_service.token_made',
  'application_service.token_removed',
  'as_user.ended',
  'as_user.started',
  'backup.downloaded',
  'backup.started',
  'billing_run.issue_started',
  'billing_run.started',
  'billing_run.stopped',
  'business_profile.logo_changed',
  'business_profile.logo_raster_changed',
  'business_profile.logo_removed',
  'business_profile.updated',
  'customer.contact_confirmation_asked',
  'customer.contact_confirmed',
  'customer.contact_disputed',
  'customer.created',
  'customer.deleted',
  'customer.erased',
  'customer.erasure_asked',
  'customer.erasure_withdrawn',
  'customer.unsubscribed',
  'customer.updated',
  'customer_export.asked',
  'customer_export.downloaded',
  'customer_link.created',
  'customer_link.deleted',
  'customer_link.reordered',
  'customer_link.updated',
  'demo.loaded',
  'dns_domain.checked',
  'dns_domain.created',
  'dns_domain.deleted',
  'dns_domain.key_set',
  'dns_domain.updated',
  'dns_endpoint.created',
  'dns_endpoint.deleted',
  'dns_endpoint.token_ended',
  'dns_endpoint.token_made',
  'dns_endpoint.updated',
  'dns_hostname.adopted',
  'dns_hostname.created',
  'dns_hostname.deleted',
  'dns_hostname.overwritten',
  'dns_hostname.update_asked',
  'dns_hostname.updated',
  'energy_channel.created',
  'energy_channel.deleted',
  'energy_channel.updated',
  'energy_site.alarm_muted',
  'energy_site.alarm_unmuted',
  'energy_site.created',
  'energy_site.deleted',
  'energy_site.key_made',
  'energy_site.key_removed',
  'energy_site.override_ended',
  'energy_site.override_started',
  'energy_site.updated',
  'energy_site.viewed',
  'energy_storage.created',
  'energy_storage.deleted',
  'energy_storage.updated',
  'energy_tariff.created',
  'energy_tariff.deleted',
  'energy_tariff.updated',
  'faq.created',
  'faq.deleted',
  'faq.reordered',
  'faq.updated',
  'file.removed',
  'file.uploaded',
  'invoice.cancelled',
  'invoice.copy_downloaded',
  'invoice.created',
  'invoice.deleted',
  'invoice.destroyed',
  'invoice.downloaded',
  'invoice.paid',
  'invoice.password_removed',
  'invoice.password_renewed',
  'invoice.password_revealed',
  'invoice.password_set',
  'invoice.payment_recorded',
  'invoice.payment_reversed',
  'invoice.published',
  'invoice.question_answered',
  'invoice.question_asked',
  'invoice.unpaid',
  'invoice.updated',
  'invoice.xrechnung_downloaded',
  'job.dismissed',
  'job.retried',
  'login_policy.second_factor_demanded',
  'login_policy.second_factor_optional',
  'message.deleted',
  'message.replied',
  'message.sent',
  'message.updated',
  'newsletter.asked',
  'newsletter.cancelled',
  'newsletter.confirmed',
  'newsletter.continued',
  'newsletter.created',
  'newsletter.deleted',
  'newsletter.ended',
  'newsletter.paused',
  'newsletter.sent',
  'newsletter.started',
  'newsletter.tested',
  'newsletter.updated',
  'number_series.set',
  'outbox_mail.retried',
  'portal.set_up',
  'request.accepted',
  'request.attachment_downloaded',
  'request.created',
  'request.declined',
  'request.deleted',
  'request.updated',
  'service.created',
  'service.deleted',
  'service.updated',
  'service_collection.created',
  'service_collection.deleted',
  'service_collection.updated',
  'service_credential.created',
  'service_credential.deleted',
  'service_credential.password_removed',
  'service_credential.password_set',
  'service_credential.revealed',
  'service_credential.updated',
  'session.ended',
  'session.login_failed',
  'session.revoked',
  'session.started',
  'ticket.attachment_downloaded',
  'ticket.created',
  'ticket.deleted',
  'ticket.updated',
  'ticket_entry.created',
  'ticket_entry.deleted',
  'ticket_entry.updated',
  'timer.booked',
  'timer.discarded',
  'timer.resumed',
  'timer.started',
  'timer.stopped',
  'user.created',
  'user.deleted',
  'user.email_change_asked',
  'user.email_change_cancelled',
  'user.email_change_stopped',
  'user.email_changed',
  'user.invited',
  'user.kept',
  'user.passkey_added',
  'user.passkey_removed',
  'user.passkey_renamed',
  'user.password_changed',
  'user.password_reset_sent',
  'user.password_set',
  'user.recovery_code_used',
  'user.recovery_codes_renewed',
  'user.second_factor_off',
  'user.second_factor_on',
  'user.second_factor_reset',
  'user.taken_back',
  'user.updated',
] as const
export type AuditAction = (typeof auditActions)[number]

/** More lines than a log can have: their number is an integer of 32 bits on PostgreSQL. */
const auditLinesMax = 2_147_483_647

/**
 * The part for a customer: who of the business viewed their portal, the values of a site, a password or a file,
 * downloaded the data, or changed their record.
 */
export const customerAuditActions = [
  'as_user.ended',
  'as_user.started',
  'customer.erasure_asked',
  'customer.erasure_withdrawn',
  'customer.updated',
  'customer_export.asked',
  'customer_export.downloaded',
  'energy_site.viewed',
  'invoice.copy_downloaded',
  'invoice.downloaded',
  'invoice.password_revealed',
  'invoice.xrechnung_downloaded',
  'request.attachment_downloaded',
  'service_credential.revealed',
  'ticket.attachment_downloaded',
] as const satisfies readonly AuditAction[]

/** A mail in the outbox. `failed` = given up after the last try. */
export const outboxMail = z.object({
  id,
  state: z.enum(mailStates),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** Empty in a list. */
  text: z.string(),
  attempts: z.int(),
  nextAttemptAt: z.nullable(instant),
  sentAt: z.nullable(instant),
  lastError: z.string(),
  permissions: z.array(z.enum(['retry'])),
  createdAt: instant,
  updatedAt: instant,
})
export type OutboxMail = z.output<typeof outboxMail>

export const auditEntry = z.object({
  id,
  at: instant,
  /** The acting person, the admin while impersonating; empty for a visitor. With `isProgram` the program's own name. */
  actorName: z.string(),
  isProgram: z.boolean(),
  /** The impersonated customer. */
  asCustomerName: z.string(),
  /** One of `auditActions`, or an action of another release. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** Null without a name, and for an unknown subject. */
  subject: z.nullable(auditSubject),
  /** Names of the changed fields, never values of secrets. */
  details: z.string(),
  address: z.string(),
})
export type AuditEntry = z.output<typeof auditEntry>

/** The result of one part of the check. */
export const auditVerdict = z.object({
  /** Number of the last valid line. */
  checkedTo: z.int(),
  /** Number of the first line that does not match the previous one. */
  brokenAt: z.nullable(z.int()),
  isComplete: z.boolean(),
  /** The current last line, to be recorded outside the portal. */
  head: z.nullable(z.object({ number: z.int(), hash: z.string() })),
})
export type AuditVerdict = z.output<typeof auditVerdict>

/** Background jobs that were given up after their last try. */
export const failedJob = z.object({
  id,
  kind: z.string(),
  attempts: z.int(),
  lastError: z.string(),
  failedAt: instant,
  createdAt: instant,
})
export type FailedJob = z.output<typeof failedJob>

export const outbox = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/outbox/',
    access: 'admin',
    summary: 'Mails, newest first; `search` matches words of the recipient.',
    query: listQuery(mailList),
    response: page(outboxMail),
  },
  get: {
    method: 'GET',
    path: '/api/backend/outbox/{id}/',
    access: 'admin',
    summary: 'One mail with its text.',
    response: outboxMail,
    stepUp: { shows: 'a link that opens an account' },
  },
  retry: {
    method: 'POST',
    path: '/api/backend/outbox/{id}/retry/',
    access: 'admin',
    summary: 'Retry a failed or waiting mail now.',
    response: outboxMail,
    stepUp: { shows: 'a link that opens an account' },
  },
})

export const auditLog = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/audit-log/',
    access: 'customer',
    summary: 'The audit log, newest first: all for an admin; for a customer, accesses and changes by the business.',
    query: listQuery(auditList, { action: z.enum(auditActions) }),
    response: page(auditEntry),
  },
  verify: {
    method: 'GET',
    path: '/api/backend/audit-log/verification/',
    access: 'admin',
    summary: 'Check the chain of the log, a part at a time: continue with `checkedTo` until it is complete or broken.',
    query: z.strictObject({
      /** The number of the last checked line. */
      after: z._default(queryNumber(z.minimum(0, 'number.negative'), z.maximum(auditLinesMax, 'number.too_large')), 0),
    }),
    response: auditVerdict,
  },
})

export const failedJobs = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/failed-jobs/',
    access: 'admin',
    summary: 'Jobs that were given up, the one due last first.',
    query: pageQuery,
    response: page(failedJob),
  },
  retry: {
    method: 'POST',
    path: '/api/backend/failed-jobs/{id}/retry/',
    access: 'admin',
    summary: 'Retry it now, with all its tries. If the same job is queued anyway, that one runs now.',
    response: empty,
    status: 204,
  },
  dismiss: {
    method: 'DELETE',
    path: '/api/backend/failed-jobs/{id}/',
    access: 'admin',
    summary: 'Delete it.',
    response: empty,
    status: 204,
    withoutStepUp: 'a note of a failure; nothing that the job was about goes',
  },
})
