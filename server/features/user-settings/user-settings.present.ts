import type { UserSettings, UserSettingsInput } from '#contract/user-settings.ts'
import type { FoundSettings } from './user-settings.queries.ts'

const noAddress = { street: '', zip: '', city: '', country: 'DE' }

export function presentSettings(found: FoundSettings): UserSettings {
  const { user, emailChange, customer } = found
  const { confirmed, pending } = customer?.consents ?? {}
  return {
    ...inputOf(found),
    pendingEmail: emailChange ? { email: emailChange.new_email, expiresAt: emailChange.expires_at } : null,
    contactEmailConfirmed: customer !== null && customer.email !== '' && customer.is_email_confirmed === 1,
    contactEmailPending:
      customer?.contactPendingUntil != null ? { email: customer.email, expiresAt: customer.contactPendingUntil } : null,
    customer: customer && { id: customer.id, name: customer.displayName },
    notificationsEmail: customer?.notificationsEmail ?? '',
    newsletterEmail: confirmed?.email ?? '',
    newsletterSince: confirmed?.confirmed_at ?? null,
    newsletterPending: pending ? { email: pending.email, expiresAt: pending.expires_at } : null,
    permissions: customer ? ['update', 'updateCustomer'] : ['update'],
    revision: settingsRevision(user, customer),
  }
}

/** The editable settings, as they are now. */
export function inputOf({ user, customer }: FoundSettings): UserSettingsInput {
  return {
    firstName: user.first_name,
    lastName: user.last_name,
    email: user.email,
    phone: customer?.phone ?? '',
    website: customer?.website ?? '',
    address: customer
      ? { street: customer.street, zip: customer.zip, city: customer.city, country: customer.country }
      : noAddress,
    contactEmail: customer?.email ?? '',
    notifications: customer?.is_notified === 1,
    notificationsWhen: customer?.notified_when ?? 'immediately',
    newsletter: customer?.has_newsletter === 1,
  }
}

/** Both rows only count up, and so does their sum: it identifies every state. */
export function settingsRevision(user: { revision: number }, customer: { revision: number } | null): number {
  return user.revision + (customer?.revision ?? 0)
}
