import { freshAuthenticationMinutes } from '#contract/limits.ts'
import { ofMail } from '#web/lib/api/mail-sending.ts'

/** Passwords, the initial set-up, and the user's sessions. */
export const accountTexts = {
  success: 'Erfolgreich',
  wait: (wait: string) => `Noch ${wait} warten.`,
  waitOver: 'Sie können es jetzt erneut versuchen.',
  second: 'Sekunde',
  seconds: 'Sekunden',
  minute: 'Minute',
  minutes: 'Minuten',
  toLogin: 'Zur Anmeldung',
  retry: 'Erneut versuchen',
  userFor: 'Benutzername',

  rules: 'Anforderungen an das Passwort',
  ruleLength: (length: number) => `mindestens ${length}\u00a0Zeichen`,
  ruleCommon: 'kein verbreitetes Passwort und nicht Ihr Benutzername',
  ruleDifferent: 'anders als das bisherige',
  ruleMet: 'erfüllt',
  ruleOpen: 'noch offen',
  rulesHint: 'Leerzeichen, Umlaute und ganze Sätze sind erlaubt.',

  reauthentication: {
    title: 'Sind Sie es?',
    explanation: `Was jetzt folgt, ist vertraulich oder weitreichend. Bitte geben Sie dafür noch einmal das Passwort ein, mit dem Sie sich hier anmelden. Danach fragen wir ${freshAuthenticationMinutes}\u00a0Minuten lang nicht wieder.`,
    password: 'Ihr Passwort',
    submit: 'Bestätigen',
    useCode: 'Lieber einen Code eingeben',
    usePassword: 'Lieber das Passwort eingeben',
  },

  forgotten: {
    title: 'Passwort vergessen',
    get lead() {
      return ofMail(
        'Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
        'Fordern Sie einen Link an, mit dem Sie ein neues Passwort setzen. Er wird nur vorgemerkt: Zurzeit verschickt das Portal keine E-Mails.',
      )
    },
    email: 'E-Mail',
    emailHint: 'Die Adresse, die zu Ihrem Zugang gehört.',
    send: 'Link anfordern',
    get sentTitle() {
      return ofMail('Bitte sehen Sie in Ihrem Postfach nach', 'Ihre Anfrage ist vorgemerkt')
    },
    sentText: (email: string) =>
      ofMail(
        `Wenn es zu ${email} einen Zugang gibt, ist jetzt eine E-Mail mit einem Link unterwegs.`,
        `Wenn es zu ${email} einen Zugang gibt, ist eine E-Mail mit einem Link vorgemerkt. Zurzeit verschickt das Portal keine E-Mails. Bitte melden Sie sich bei uns.`,
      ),
    sentValid: (duration: string) => `Der Link gilt ${duration} und lässt sich einmal benutzen.`,
    get sentNothing() {
      return ofMail(
        'Nichts angekommen? Bitte sehen Sie auch im Spam-Ordner nach oder fordern Sie den Link erneut an.',
        'Noch kommt nichts an: Die E-Mail geht hinaus, sobald der Versand eingerichtet ist.',
      )
    },
    again: 'Andere Adresse angeben',
  },

  setPassword: {
    title: 'Passwort setzen',
    leadInvitation: 'Willkommen. Legen Sie Ihr Passwort fest, danach können Sie sich anmelden.',
    leadReset: 'Legen Sie Ihr neues Passwort fest. Auf allen Geräten endet dann die Anmeldung.',
    password: 'Neues Passwort',
    save: 'Passwort speichern',
    validUntil: (moment: string) => `Dieser Link gilt bis ${moment}\u00a0Uhr.`,
    savedTitle: 'Ihr Passwort ist gespeichert',
    savedText: 'Melden Sie sich jetzt mit Ihrem Benutzernamen und dem neuen Passwort an.',
    invalidTitle: 'Dieser Link gilt nicht mehr',
    invalidText: 'Er ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen Link an.',
    invalidInvitation: 'Kam der Link mit einer Einladung? Dann bitten Sie uns um eine neue.',
    missingTitle: 'Hier fehlt etwas',
    missingText:
      'Bitte öffnen Sie den vollständigen Link aus Ihrer E-Mail. Er lässt sich nicht aus dem Verlauf aufrufen.',
    requestLink: 'Neuen Link anfordern',
    contact: 'Kontakt aufnehmen',
    checkFailed: 'Der Link konnte nicht geprüft werden.',
  },

  factors: {
    names: {
      passkey: (name: string) => `Passkey „${name}“`,
      totp: () => 'Codes aus der App',
      recovery_codes: () => 'Wiederherstellungscodes',
    },
    since: (moment: string) => `seit ${moment}\u00a0Uhr`,
    new: 'Wird entfernt, weil seither eingerichtet',
    older: 'Schon vorher eingerichtet',
    removeOlder: 'Auch das entfernen',
    left: 'Weiter nötig zur Anmeldung',
    removeLeft: 'Alles davon entfernen',
    removeHint:
      'Wählen Sie das, wenn Sie etwas davon nicht kennen oder nicht mehr haben. Danach richten Sie es neu ein.',
  },

  setUp: {
    title: 'Kundenportal einrichten',
    lead: 'Ein paar Angaben, dann ist das Portal bereit. Alles Weitere tragen Sie später unter „Betrieb“ ein.',
    business: 'Unternehmen',
    companyName: 'Firmenname',
    ownerName: 'Inhaber',
    admin: 'Ihr Zugang',
    email: 'E-Mail',
    emailHint: 'Dorthin gehen Kontaktnachrichten und Links für neue Passwörter. Sie steht auch im Impressum.',
    username: 'Benutzername',
    usernameHint: 'Mindestens 3\u00a0Zeichen: Buchstaben, Ziffern, Punkt, Binde- und Unterstrich.',
    password: 'Passwort',
    save: 'Portal einrichten',
    savedMessage: 'Das Kundenportal ist eingerichtet.',
    doneTitle: 'Schon eingerichtet',
    doneText: 'Dieses Kundenportal ist bereits eingerichtet. Melden Sie sich mit Ihrem Zugang an.',
    missingTitle: 'Hier fehlt der Link zur Einrichtung',
    missingText:
      'Der Server gibt beim ersten Start einen einmaligen Link aus. Bitte öffnen Sie ihn vollständig, mit allem, was hinter dem Zeichen # steht.',
    invalidTitle: 'Dieser Link gilt nicht mehr',
    invalidText: 'Starten Sie den Server neu: Er gibt dann einen neuen Link zur Einrichtung aus.',
    checkFailed: 'Der Stand der Einrichtung konnte nicht geladen werden.',
  },
} as const
