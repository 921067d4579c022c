/**
 * Every kind of mail the portal sends. A kind is added here; `server/mail/mail-rules.ts` limits how often people may
 * cause it.
 */
import { businessKinds, notificationKinds, warningKinds } from './notifications.ts'

export const mailKinds = [
  ...notificationKinds,
  ...warningKinds,
  ...businessKinds,
  'application_silent',
  'contact_confirmation',
  'email_confirmation',
  'energy_prices_missing',
  'erasure',
  'erasure_done',
  'erasure_withdrawn',
  'invitation',
  'message',
  'message_reply',
  'more_in_portal',
  'newsletter',
  'newsletter_confirmation',
  'newsletter_test',
  'notifications',
  'password_reset',
  'request',
] as const
export type MailKind = (typeof mailKinds)[number]
