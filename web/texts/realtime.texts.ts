import type { RealtimeNoun } from '#contract/events.ts'

/** The announcement of a row changed by others, with its name if known. */
const subjects: Readonly<Record<RealtimeNoun, string>> = {
  backup: 'Die Sicherung',
  business_profile: 'Das Geschäftsprofil',
  customer: 'Kunde',
  customer_link: 'Link',
  dns_domain: 'Domain',
  dns_endpoint: 'Endpunkt',
  dns_hostname: 'Hostname',
  energy_channel: 'Messkanal',
  energy_site: 'Anlage',
  energy_storage: 'Speicher',
  energy_tariff: 'Tarif',
  faq: 'Die Frage',
  invoice: 'Rechnung',
  job: 'Die Aufgabe',
  login_policy: 'Die Anmelderegel',
  message: 'Nachricht von',
  newsletter: 'Newsletter',
  outbox_mail: 'E-Mail',
  request: 'Anfrage',
  service: 'Dienst',
  service_collection: 'Dienstgruppe',
  service_credential: 'Zugang',
  ticket: 'Ticket',
  ticket_entry: 'Eintrag',
  user: 'Benutzer',
}

export const realtimeTexts = {
  updated: (noun: RealtimeNoun, name: string) => `${subjects[noun]} ${name} wurde aktualisiert.`,
  /** For several rows, or rows without a name. */
  severalUpdated: 'Die Angaben auf dieser Seite wurden aktualisiert.',
  noConnection: 'Keine Live-Verbindung. Änderungen anderer erscheinen erst, wenn Sie die Seite neu öffnen.',
} as const
