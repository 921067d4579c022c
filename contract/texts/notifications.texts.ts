/** The German names of notifications: the settings page lists them, the digest and the outbox name them. */
import type { NotificationKind, WarningKind } from '#contract/notifications.ts'

export const notificationTexts: Readonly<Record<NotificationKind, string>> = {
  certificate_expiring: 'Zertifikat läuft ab',
  dns_failing: 'DNS-Domain gestört',
  dns_recovered: 'DNS-Domain wieder in Ordnung',
  invoice_published: 'Neue Rechnung',
  invoice_question_answered: 'Rückfrage zu einer Rechnung beantwortet',
  request_answered: 'Anfrage beantwortet',
  ticket_budget: 'Kostenrahmen',
  ticket_entry: 'Neuer Eintrag im Ticket',
  ticket_finished: 'Ticket fertig',
  energy_alarm: 'Anlage meldet ein Problem',
  energy_alarm_over: 'Problem einer Anlage ist vorbei',
  energy_negative_prices: 'Strompreis unter null',
  website_down: 'Website nicht erreichbar',
  website_up: 'Website wieder erreichbar',
}

export const warningTexts: Readonly<Record<WarningKind, string>> = {
  admin_made: 'Neuer Administrator',
  contact_email_changed: 'Kontaktadresse geändert',
  email_changed: 'E-Mail-Adresse geändert',
  login_unknown_device: 'Anmeldung mit neuem Gerät',
  password_changed: 'Passwort geändert',
  recovery_code_used: 'Wiederherstellungscode benutzt',
  second_factor_changed: 'Zweiter Faktor geändert',
  username_changed: 'Benutzername geändert',
}
