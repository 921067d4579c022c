import type { NewsletterState } from '#contract/newsletters.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'
import { formatCount, plural } from '#web/lib/format/format.ts'

const states: Record<NewsletterState, string> = {
  draft: 'Entwurf',
  get sending() {
    return ofMail('Wird versendet', 'Vorgemerkt')
  },
  paused: 'Angehalten',
  sent: 'Versendet',
  cancelled: 'Abgebrochen',
}

/** Newsletters in the admin portal. */
export const newsletterTexts = {
  title: 'Newsletter',
  lead: 'Geht an alle, die ihn im Kundenportal bestellt und bestätigt haben.',
  crumbNew: 'Neuer Newsletter',
  states,
  unknownState: 'Unbekannt',
  columns: { subject: 'Betreff', state: 'Stand', recipients: 'Empfänger', date: 'Datum' },
  write: 'Newsletter schreiben',
  failed: 'Fehler beim Abrufen der Newsletter',
  loadingFailed: 'Der Newsletter konnte nicht geladen werden.',
  empty: 'Bisher wurde kein Newsletter geschrieben.',
  nothingFiltered: 'Keine Newsletter passen zu dieser Auswahl.',

  consents: {
    title: 'Newsletter: Einwilligungen',
    states: { pending: 'Noch nicht bestätigt', confirmed: 'Bestätigt', ended: 'Beendet' },
    unknownState: 'Unbekannt',
    email: 'E-Mail',
    asked: 'Bestellt',
    confirmed: 'Bestätigt',
    ended: 'Beendet',
    wording: 'Wortlaut',
    linkUntil: (moment: string) => `Der Link in der E-Mail gilt bis ${moment}\u00a0Uhr.`,
    timeFrom: (time: string, address: string) => (address === '' ? time : `${time} (von ${address})`),
    endedBecause: (moment: string, reason: string) => `${moment}: ${reason}`,
    reasons: {
      unsubscribed: 'über den Link in einer E-Mail abbestellt',
      switched_off: 'ausgeschaltet',
      replaced: 'durch eine neuere Bestellung ersetzt',
      expired: 'nicht rechtzeitig bestätigt',
      email_changed: 'die E-Mail-Adresse hat sich geändert',
    },
    unknownReason: 'aus unbekanntem Grund',
    failed: 'Die Einwilligungen konnten nicht geladen werden.',
  },

  form: 'Newsletter',
  subject: 'Betreff',
  body: 'Text',
  bodyHint:
    'Markdown: # Überschrift, **fett**, - Aufzählung, [Wort](https://beispiel.de). Bilder werden nicht gesendet.',
  save: 'Entwurf speichern',
  saved: 'Der Entwurf ist gespeichert.',
  test: 'Probe an mich senden',
  get tested() {
    return ofMail('Die Probe ist unterwegs an Ihre E-Mail-Adresse.', 'Die Probe an Ihre E-Mail-Adresse ist vorgemerkt.')
  },
  send: 'Versenden',
  remove: 'Entwurf löschen',
  removed: 'Der Entwurf ist gelöscht.',
  removeQuestion: (subject: string) => `„${subject}“ löschen?`,
  removeExplanation: 'Der Entwurf lässt sich nicht wiederherstellen.',
  audience: (count: number) => `Derzeit ${plural(count, 'Empfänger', 'Empfänger')}.`,
  sendQuestion: (count: number) => `An ${plural(count, 'Empfänger', 'Empfänger')} versenden?`,
  sendExplanation: (subject: string) =>
    ofMail(
      `„${subject}“ geht an alle, die den Newsletter bestätigt haben. Was abgeschickt ist, lässt sich nicht zurückholen.`,
      `„${subject}“ wird für alle vorgemerkt, die den Newsletter bestätigt haben: Zurzeit verschickt das Portal keine E-Mails. Was später abgeschickt ist, lässt sich nicht zurückholen.`,
    ),
  get started() {
    return ofMail('Der Versand hat begonnen.', 'Der Newsletter ist vorgemerkt.')
  },

  preview: 'Vorschau',
  asMail: 'So sieht die E-Mail aus',
  asText: 'Als reiner Text',
  previewFailed: 'Die Vorschau konnte nicht geladen werden.',

  progress: 'Versand',
  progressText: (done: number, all: number) => `${formatCount(done)} von ${formatCount(all)} erledigt`,
  numbers: { recipients: 'Empfänger', sent: 'Gesendet', failed: 'Fehlgeschlagen', remaining: 'Noch offen' },
  skipped: (count: number) =>
    `${plural(count, 'Empfänger wurde', 'Empfänger wurden')} ausgelassen: abbestellt oder Versand abgebrochen.`,
  toOutbox: 'Fehlgeschlagene im Postausgang ansehen',
  pause: 'Anhalten',
  paused: 'Der Versand ist angehalten.',
  continue: 'Fortsetzen',
  get continued() {
    return ofMail('Der Versand geht weiter.', 'Der Newsletter ist wieder vorgemerkt.')
  },
  cancel: 'Versand abbrechen',
  cancelled: 'Der Versand ist abgebrochen.',
  cancelQuestion: 'Versand abbrechen?',
  cancelExplanation: (count: number) =>
    `${plural(count, 'Empfänger bekommt', 'Empfänger bekommen')} diesen Newsletter dann nicht mehr.`,
} as const
