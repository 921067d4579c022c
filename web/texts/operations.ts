import type { AuditAction, OutboxMail } from '#contract/operations.ts'
import { notificationTexts, warningTexts } from '#contract/texts/notifications.ts'
import { plural } from '#web/lib/format.ts'

const mailStates: Record<OutboxMail['state'], string> = {
  waiting: 'Wartet',
  sent: 'Gesendet',
  failed: 'Fehlgeschlagen',
}

const actions: Record<AuditAction, string> = {
  'as_user.ended': 'Ansicht als Kunde beendet',
  'as_user.started': 'Ansicht als Kunde begonnen',
  'business_profile.updated': 'Geschäftsprofil geändert',
  'customer.created': 'Kunde angelegt',
  'customer.deleted': 'Kunde gelöscht',
  'customer.updated': 'Kunde geändert',
  'customer_link.created': 'Link hinzugefügt',
  'customer_link.deleted': 'Link gelöscht',
  'customer_link.reordered': 'Links sortiert',
  'customer_link.updated': 'Link geändert',
  'demo.loaded': 'Demodaten geladen',
  'file.removed': 'Datei entfernt',
  'file.uploaded': 'Datei hochgeladen',
  'message.deleted': 'Kontaktnachricht gelöscht',
  'message.replied': 'Kontaktnachricht beantwortet',
  'message.sent': 'Kontaktnachricht gesendet',
  'message.updated': 'Kontaktnachricht geändert',
  'outbox_mail.retried': 'E-Mail erneut versendet',
  'portal.set_up': 'Portal eingerichtet',
  'session.ended': 'Abgemeldet',
  'session.revoked': 'Sitzung beendet',
  'session.started': 'Angemeldet',
  'ticket.created': 'Ticket angelegt',
  'ticket.deleted': 'Ticket gelöscht',
  'ticket.updated': 'Ticket geändert',
  'ticket_entry.created': 'Eintrag hinzugefügt',
  'ticket_entry.deleted': 'Eintrag gelöscht',
  'ticket_entry.updated': 'Eintrag geändert',
  'timer.discarded': 'Zeitmessung verworfen',
  'timer.started': 'Zeitmessung gestartet',
  'timer.stopped': 'Zeit gebucht',
  'user.created': 'Benutzer angelegt',
  'user.deleted': 'Benutzer gelöscht',
  'user.invited': 'Einladung versendet',
  'user.password_changed': 'Passwort geändert',
  'user.password_reset_sent': 'Link für neues Passwort versendet',
  'user.password_set': 'Passwort gesetzt',
  'user.updated': 'Benutzer geändert',
}

/** The names under which the portal itself acts. */
const programs: Readonly<Record<string, string>> = {
  'command line': 'Befehlszeile',
  demo: 'Demodaten',
  portal: 'Das Portal selbst',
}

const mailKinds: Readonly<Record<string, string>> = {
  ...notificationTexts,
  ...warningTexts,
  invitation: 'Einladung',
  message: 'Kontaktnachricht',
  notifications: 'Neuigkeiten im Portal',
  message_reply: 'Antwort auf eine Nachricht',
  password_reset: 'Neues Passwort',
}

/** The words of what an operator looks at. */
export const operationTexts = {
  outbox: {
    title: 'Postausgang',
    lead: 'Was das Portal verschickt, verschickt hat oder nicht verschicken konnte.',
    states: mailStates,
    unknownState: 'Unbekannt',
    kinds: mailKinds,
    columns: { subject: 'Betreff', recipient: 'An', state: 'Stand', createdAt: 'Erstellt' },
    state: 'Stand',
    failed: 'Fehler beim Abrufen des Postausgangs',
    empty: 'Bisher wurde keine E-Mail erstellt.',
    nothingFiltered: 'Keine E-Mails passen zu dieser Auswahl.',
    read: 'Lesen',
    retry: 'Erneut senden',
    retried: 'Die E-Mail wird jetzt erneut gesendet.',
    recipient: 'An',
    kind: 'Anlass',
    created: 'Erstellt',
    sent: 'Gesendet',
    attempts: 'Versuche',
    nextAttempt: 'Nächster Versuch',
    lastError: 'Letzter Fehler',
    text: 'Text der E-Mail',
    mailFailed: 'Die E-Mail konnte nicht geladen werden.',
    waitingTitle: (count: number) => `${plural(count, 'E-Mail wartet', 'E-Mails warten')} auf den Versand`,
    waitingText:
      'Der Versand braucht einen Mailserver. Er wird beim Start des Portals mit der Umgebungsvariable SMTP_URL genannt:',
    waitingExample: 'SMTP_URL=smtps://benutzer:passwort@mail.example.de:465',
    waitingAfter: 'Ist einer eingerichtet, geht die Post beim nächsten Versuch von selbst hinaus.',
    failedNotice: (count: number) => `${plural(count, 'E-Mail konnte', 'E-Mails konnten')} nicht gesendet werden.`,
    toFailed: 'Zum Postausgang',
  },
  audit: {
    title: 'Protokoll',
    lead: 'Wer was getan hat, das Neueste zuerst. Einträge lassen sich nicht ändern oder löschen.',
    actions,
    unknownAction: 'Sonstiges',
    programs,
    columns: { action: 'Was', actor: 'Wer', at: 'Wann', address: 'Von wo' },
    asCustomer: (name: string) => `in der Ansicht als ${name}`,
    program: 'Das Portal selbst',
    visitor: 'Besucher ohne Anmeldung',
    failed: 'Fehler beim Abrufen des Protokolls',
    empty: 'Bisher ist nichts geschehen.',
    nothingFiltered: 'Dazu steht nichts im Protokoll.',
    onlySubject: 'Nur Vorgänge hierzu',
    filtered: 'Sie sehen nur, was zum gewählten Eintrag gehört.',
    showAll: 'Alles zeigen',
  },
} as const
