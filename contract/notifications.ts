/** Notifications for customers. A kind is added here, with its German words in `texts/notifications.texts.ts`. */

/** Matters a customer can have by mail, once a day, or not at all. */
export const notificationKinds = [
  'certificate_expiring',
  'dns_failing',
  'dns_recovered',
  'energy_alarm',
  'energy_alarm_over',
  'energy_negative_prices',
  'invoice_published',
  'invoice_question_answered',
  'request_answered',
  'ticket_budget',
  'ticket_entry',
  'ticket_finished',
  'website_down',
  'website_up',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Matters of a user's own login: always mailed, at once, to the user. */
export const warningKinds = [
  'admin_made',
  'contact_email_changed',
  'email_changed',
  'login_unknown_device',
  'password_changed',
  'recovery_code_used',
  'second_factor_changed',
  'username_changed',
] as const
export type WarningKind = (typeof warningKinds)[number]

/** Matters of customers that the business has by mail. */
export const businessKinds = ['invoice_question', 'ticket_wish'] as const
export type BusinessKind = (typeof businessKinds)[number]

/** When notifications are sent, where they are sent at all. */
export const notifiedWhen = ['immediately', 'daily'] as const
export type NotifiedWhen = (typeof notifiedWhen)[number]
