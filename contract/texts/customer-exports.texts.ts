/** The German texts for the files of an export. */
import { exportKeptDays } from '#contract/limits.ts'

/** The content of each JSON file of an export, in the order of the list. */
export const exportNouns: Readonly<Record<string, string>> = {
  customer: 'Ihr Kundendatensatz',
  users: 'Zugänge zum Kundenportal',
  sessions: 'Anmeldungen auf Ihren Geräten',
  passkeys: 'Namen Ihrer Passkeys',
  'email-changes': 'Änderungen der E-Mail-Adresse Ihres Zugangs',
  'audit-log': 'Was mit Ihrem Zugang im Portal getan wurde',
  access: 'Wer von uns Ihr Portal, Ihre Passwörter oder Ihre Dateien angesehen oder Ihre Kundendaten geändert hat',
  'customer-links': 'Ihre Links',
  tickets: 'Tickets',
  'ticket-entries': 'Einträge der Tickets mit Stunden und Beträgen',
  requests: 'Anfragen und unsere Antworten',
  'request-attachments': 'Welche Datei zu welcher Anfrage gehört',
  'ticket-attachments': 'Welche Datei zu welchem Ticket gehört',
  files: 'Verzeichnis der Dateien im Ordner „dateien“',
  invoices: 'Rechnungen',
  'invoice-lines': 'Positionen der Rechnungen',
  'invoice-line-entries': 'Arbeit hinter den Positionen der Rechnungen',
  'invoice-xml': 'E-Rechnungen als XML',
  'invoice-payments': 'Zahlungen',
  'invoice-questions': 'Rückfragen zu Rechnungen',
  services: 'Geräte, Websites und Anwendungen',
  'energy-sites': 'Ihre Anlagen',
  'energy-alarms': 'Meldungen Ihrer Anlagen',
  'energy-mutes': 'Stumm geschaltete Meldungen Ihrer Anlagen',
  'energy-commands': 'Befehle an die Speicher Ihrer Anlagen',
  'energy-overrides': 'Anordnungen für die Speicher Ihrer Anlagen',
  'energy-reports': 'Was die Geräte Ihrer Speicher zuletzt meldeten',
  'energy-targets': 'Was Geräte Ihrer Anlagen einstellen lassen',
  'energy-channels': 'Messkanäle Ihrer Anlagen',
  'energy-storages': 'Speicher Ihrer Anlagen',
  'energy-tariffs': 'Tarife Ihrer Anlagen',
  'energy-days': 'Energie Ihrer Anlagen je Tag',
  'energy-savings': 'Ersparnis Ihrer Anlagen je Tag',
  'energy-forecasts': 'Vorhersagen für Ihre Anlagen und ihre Fehler je Tag',
  'energy-rejections': 'Abgewiesene Messwerte Ihrer Anlagen',
  'energy-proposals': 'Gefundene Messwerte Ihrer Anlagen, die noch nicht zugeordnet sind',
  'dns-domains': 'Ihre Domains und deren DNS-Anbieter, ohne API-Keys',
  'dns-hostnames': 'Hostnamen Ihrer Domains',
  'dns-endpoints': 'Endpunkte für Ihre Router, ohne Token',
  'dns-endpoint-hostnames': 'Welcher Hostname zu welchem Endpunkt gehört',
  'dns-calls': 'Aufrufe Ihrer Router',
  'dns-changes': 'Verlauf Ihrer Hostnamen',
  'device-services': 'Angaben zu Geräten',
  'website-services': 'Ergebnis der letzten Prüfung Ihrer Websites',
  'website-days': 'Prüfungen Ihrer Websites nach Tagen',
  'website-outages': 'Ausfälle Ihrer Websites',
  'application-services': 'Angaben zu Anwendungen',
  'service-collections': 'Dienstgruppen',
  credentials: 'Zugänge zu Geräten und Websites, ohne Passwörter',
  messages: 'Nachrichten über das Kontaktformular',
  'message-replies': 'Unsere Antworten darauf',
  'newsletter-consents': 'Einwilligungen in den Newsletter',
  newsletters: 'An welche Adresse welcher Newsletter ging',
  notifications: 'Benachrichtigungen',
  mails: 'E-Mails an Sie',
  exports: 'Frühere Datenexporte',
  erasures: 'Angeforderte Löschungen Ihres Kundenkontos',
}

export type ReadMe = {
  readonly companyName: string
  readonly customerName: string
  readonly customerNumber: string
  /** In words: `10. März 2026 um 10:00 Uhr`. */
  readonly madeAt: string
  readonly counts: ReadonlyMap<string, number>
  /** With the devices and activity of one user only. */
  readonly isOfOneUser: boolean
  /** Files that were removed while they were packed. */
  readonly missing: readonly string[]
}

/** LIESMICH.txt: the contents of the file, and the omissions with their reasons. */
export function readMeText({
  companyName,
  customerName,
  customerNumber,
  madeAt,
  counts,
  isOfOneUser,
  missing,
}: ReadMe): string {
  const widest = Math.max(...[...counts.keys()].map(noun => noun.length)) + '.json'.length
  return [
    'IHRE DATEN IM KUNDENPORTAL',
    '',
    `${customerName}, Kundennummer ${customerNumber}`,
    `Zusammengestellt am ${madeAt}${companyName === '' ? '' : ` von ${companyName}`}.`,
    '',
    'Diese Datei enthält, was im Kundenportal über Sie gespeichert ist (Art. 15 und 20 DSGVO).',
    '',
    'INHALT',
    '',
    ...[...counts].map(
      ([noun, count]) =>
        `${`${noun}.json`.padEnd(widest)}  ${exportNouns[noun] ?? noun} (${count} ${count === 1 ? 'Eintrag' : 'Einträge'})`,
    ),
    ...(counts.get('energy-days')
      ? [`${'energie/'.padEnd(widest)}  Energie Ihrer Anlagen je Viertelstunde, eine CSV-Datei je Anlage und Monat`]
      : []),
    `${'dateien/'.padEnd(widest)}  Ihre Anhänge und die PDF-Dateien Ihrer Rechnungen`,
    '',
    'Die JSON-Dateien lassen sich mit jedem Texteditor öffnen und von Programmen einlesen. Zeiten sind in UTC angegeben, Beträge in Euro, Arbeitszeit in Stunden.',
    '',
    'WAS NICHT ENTHALTEN IST',
    '',
    '- Passwörter zu Geräten und Websites: Sie liegen verschlüsselt im Portal. Dort können Sie jedes einzeln anzeigen, nachdem Sie Ihr eigenes Passwort bestätigt haben.',
    '- Womit sich jemand anmelden könnte: Ihr Passwort, Codes und Schlüssel Ihres zweiten Faktors.',
    '- Was nur für unsere Arbeit bestimmt ist: interne Notizen, Entwürfe von Rechnungen und Zugänge, die nur wir benutzen.',
    ...(isOfOneUser
      ? [
          '- Anmeldungen, Passkeys und Aktionen anderer Benutzer Ihres Kundenkontos: Die kann jeder für sich selbst anfordern.',
        ]
      : []),
    ...(missing.length === 0
      ? []
      : [
          '',
          'Diese Dateien wurden gelöscht, während die Daten zusammengestellt wurden:',
          '',
          ...missing.map(name => `- ${name}`),
        ]),
    '',
    `Die Datei enthält persönliche Daten. Im Portal wird sie nach ${exportKeptDays} Tagen vernichtet; bitte bewahren Sie Ihre Kopie sicher auf.`,
    '',
  ].join('\r\n')
}
