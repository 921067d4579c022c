import type { ConfirmationKind } from '#contract/user-settings.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'

type KindTexts = {
  title: string
  lead: (email: string) => string
  button: string
  doneTitle: string
  doneText: (email: string) => string
}

const newPassword = (email: string) =>
  ofMail(
    `Ihr Zugang ist geschützt. Bitte wählen Sie mit dem Link, den wir an ${email} geschickt haben, ein neues Passwort. In der E-Mail steht auch, was beendet und entfernt wurde und welche geänderten Angaben Sie prüfen sollten.`,
    `Ihr Zugang ist geschützt. Eine E-Mail an ${email} mit einem Link für ein neues Passwort ist vorgemerkt. Bitte melden Sie sich bei uns, wenn sie nicht ankommt.`,
  )

const kinds: Record<ConfirmationKind, KindTexts> = {
  contact_email: {
    title: 'Kontaktadresse bestätigen',
    lead: email => `Rechnungen und Benachrichtigungen gehen dann ohne Einschränkung an ${email}.`,
    button: 'Kontaktadresse bestätigen',
    doneTitle: 'Die Kontaktadresse ist bestätigt',
    doneText: email => `Rechnungen und Benachrichtigungen gehen an ${email}.`,
  },
  email_change: {
    title: 'E-Mail-Adresse bestätigen',
    lead: email => `${email} gehört dann zu Ihrem Zugang. Ihr Benutzername bleibt, wie er ist.`,
    button: 'E-Mail-Adresse bestätigen',
    doneTitle: 'Die neue Adresse gilt',
    doneText: email => `Nachrichten zu Ihrem Zugang gehen jetzt an ${email}.`,
  },
  email_change_stop: {
    title: 'Änderung stoppen',
    lead: email =>
      `Es gilt dann ${email}, was auch immer seither geändert wurde. Alle Anmeldungen enden, das bisherige Passwort gilt nicht mehr, und ${ofMail('Sie bekommen einen Link für ein neues', 'ein Link für ein neues wird vorgemerkt')}. Bis Sie es gewählt haben, kommt niemand hinein, auch nicht mit einem Passkey.`,
    button: 'Änderung stoppen',
    doneTitle: 'Die Änderung ist gestoppt',
    doneText: newPassword,
  },
  factor_stop: {
    title: 'Zugang zurückholen',
    lead: email =>
      `Alle Anmeldungen enden, das bisherige Passwort gilt nicht mehr, und ${ofMail(`an ${email} geht ein Link für ein neues`, `ein Link für ein neues an ${email} wird vorgemerkt`)}. Bis Sie es gewählt haben, kommt niemand hinein, auch nicht mit einem Passkey.`,
    button: 'Zugang zurückholen',
    doneTitle: 'Ihr Zugang gehört wieder Ihnen',
    doneText: newPassword,
  },
  newsletter: {
    title: 'Newsletter bestätigen',
    lead: email => `Der Newsletter geht an ${email}. Sie können ihn jederzeit abbestellen.`,
    button: 'Newsletter bestätigen',
    doneTitle: 'Der Newsletter ist bestellt',
    doneText: email => `Der nächste geht an ${email}.`,
  },
}

/** The page that confirms or stops the action of a mail. */
export const confirmationTexts = {
  title: 'Bestätigen',
  kinds,
  validUntil: (moment: string) => `Dieser Link gilt bis ${moment}\u00a0Uhr.`,
  endingUsers: 'Wird deaktiviert, weil seither mit Ihrem Zugang angelegt oder geändert',
  stayingUsers: 'Bleibt aktiv, obwohl kürzlich mit Ihrem Zugang angelegt oder geändert: bitte danach prüfen',
  keepUser: 'Bleibt aktiv',
  keepUserNamed: (username: string) => `Bleibt aktiv: ${username}`,
  keepHint: 'Wählen Sie nur, wen Sie selbst angelegt, geändert oder wieder aktiviert haben.',
  moreUsers: (count: number) => `und ${count} weitere`,
  failed: 'Das hat nicht geklappt',
  checkFailed: 'Der Link konnte nicht geprüft werden.',
  invalidTitle: 'Dieser Link gilt nicht mehr',
  invalidText: 'Er ist abgelaufen, wurde schon benutzt oder durch einen neueren ersetzt.',
  missingTitle: 'Dieser Link ist nicht vollständig',
  missingText: 'Bitte öffnen Sie den Link noch einmal aus der E-Mail.',
  toSettings: 'Zu den Einstellungen',
  toHome: 'Zur Startseite',
} as const
