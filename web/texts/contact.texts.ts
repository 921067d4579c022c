import { ofMail } from '#web/lib/api/mail-sending.ts'

/** The contact page and its form. */
export const contactTexts = {
  title: 'Kontakt',
  lead: 'Schreiben Sie uns, worum es geht. Ihre Nachricht erreicht uns direkt.',
  form: 'Nachricht schreiben',
  email: 'E-Mail',
  get emailHint() {
    return ofMail('An diese Adresse geht unsere Antwort.', 'Für unsere Antwort.')
  },
  text: 'Nachricht',
  name: 'Name',
  nameHint: 'Freiwillig.',
  phone: 'Telefon',
  phoneHint: 'Freiwillig, falls ein Anruf einfacher ist.',
  website: 'Dieses Feld bitte leer lassen',
  send: 'Nachricht senden',
  privacyBefore: 'Was mit Ihren Angaben geschieht, steht in der ',
  privacyLink: 'Datenschutzerklärung',
  privacyAfter: '.',

  sentToastTitle: 'Nachricht Gesendet',
  sentToastMessage: 'Vielen Dank. Wir melden uns in Kürze bei Ihnen.',
  failedNotice: 'Nachricht Senden Fehlgeschlagen: Ihr Text ist noch da. Bitte versuchen Sie es später erneut.',
  throttledNotice: (wait: string) =>
    `Von hier kamen gerade viele Nachrichten. Ihr Text ist noch da. Bitte senden Sie ihn in ${wait} erneut.`,
  minute: 'Minute',
  minutes: 'Minuten',
  hour: 'Stunde',
  hours: 'Stunden',

  sentTitle: 'Ihre Nachricht ist bei uns',
  sentText: (email: string) =>
    `Wir melden uns in Kürze. ${ofMail(`Die Antwort geht an ${email}.`, `Ihre Adresse für die Antwort: ${email}.`)}`,
  writeAnother: 'Weitere Nachricht schreiben',
  toHomepage: 'Zur Startseite',

  nextTitle: 'So geht es weiter',
  nextText: (company: string) => `Ihre Nachricht geht direkt an ${company}. ${answerComes()}`,
  get nextTextUnnamed() {
    return `Ihre Nachricht geht direkt an uns. ${answerComes()}`
  },
  direct: 'Direkt erreichen',
  phoneLabel: 'Telefon',
  emailLabel: 'E-Mail',
  addressLabel: 'Anschrift',
} as const

/** Without a mail server the business answers in its own way, which is not disclosed to visitors. */
function answerComes(): string {
  return ofMail('Die Antwort kommt per E-Mail.', 'Wir melden uns bei Ihnen.')
}
