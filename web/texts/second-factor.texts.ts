import { recoveryCodesCount } from '#contract/limits.ts'

/** The second factor in the login and the settings. */
export const secondFactorTexts = {
  code: 'Code aus der App',
  codeHint: 'Die sechs Ziffern, die Ihre Authenticator-App gerade zeigt.',
  recoveryCode: 'Wiederherstellungscode',
  recoveryCodeHint:
    'Einer der Codes, die Sie bei der Einrichtung gesichert haben. Groß oder klein, mit oder ohne Striche.',
  useRecoveryCode: 'Wiederherstellungscode verwenden',
  useApp: 'Code aus der App verwenden',
  cancel: 'Abbrechen',

  login: {
    title: 'Zweiter Schritt',
    lead: 'Ihr Passwort stimmt. Bitte bestätigen Sie jetzt die Anmeldung.',
    form: 'Anmeldung bestätigen',
    submit: 'Anmeldung bestätigen',
    back: 'Mit anderem Zugang anmelden',
    failedTitle: 'Login Fehler',
    lost: 'App und Codes verloren?',
  },

  settings: {
    title: 'Zweiter Faktor',
    lead: 'Außer dem Passwort wird bei der Anmeldung ein Code verlangt, den nur Ihr Telefon kennt. Wer nur Ihr Passwort kennt, kommt nicht hinein.',
    loadingFailed: 'Der zweite Faktor konnte nicht geladen werden.',
    failed: 'Zweiter Faktor',
    on: 'Eingeschaltet',
    off: 'Ausgeschaltet',
    since: (moment: string) => `Codes aus einer App, eingerichtet am ${moment}`,
    offText: 'Zur Anmeldung genügt Ihr Passwort.',
    offBesidePasskeys: 'Zweiter Faktor sind Ihre Passkeys. Codes aus einer App sind nicht eingerichtet.',
    start: 'Zweiten Faktor einrichten',
    startBesidePasskeys: 'Codes aus einer App einrichten',
    turnOff: 'Ausschalten',
    renew: 'Wiederherstellungscodes erneuern',
    codesLeft: (left: string) => `${left} übrig`,
    leftOne: 'Wiederherstellungscode',
    leftMany: 'Wiederherstellungscodes',
    fewTitle: 'Kaum noch Wiederherstellungscodes',
    noneTitle: 'Keine Wiederherstellungscodes mehr',
    fewText: 'Ohne sie kommen Sie nicht mehr hinein, wenn Ihr Telefon verloren geht. Lassen Sie sich neue geben.',
  },

  policy: {
    title: 'Anmeldung',
    label: 'Administratoren brauchen einen zweiten Faktor',
    hint: 'Wer keinen hat, sieht nach der Anmeldung nur die eigenen Daten, bis er einen eingerichtet hat.',
    loadingFailed: 'Die Anmelderegeln konnten nicht geladen werden.',
    question: 'Zweiten Faktor verlangen?',
    explanation:
      'Das gilt sofort, auch für Administratoren, die gerade angemeldet sind. Wer noch keinen zweiten Faktor hat, wird zur Einrichtung geführt.',
    confirm: 'Verlangen',
    on: 'Administratoren brauchen jetzt einen zweiten Faktor.',
    off: 'Der zweite Faktor ist Administratoren jetzt freigestellt.',
    toOwn: 'Jetzt einrichten',
  },

  required: {
    title: 'Bitte richten Sie einen zweiten Faktor ein',
    text: 'Ihr Portal verlangt ihn von Administratoren. Bis dahin ist das Admin-Portal für Sie geschlossen.',
    doneTitle: 'Der zweite Faktor ist eingerichtet',
    doneText: 'Das Admin-Portal steht Ihnen wieder offen. Sichern Sie zuerst Ihre Wiederherstellungscodes.',
    toAdminPortal: 'Zum Admin-Portal',
  },

  setUp: {
    title: 'Codes einrichten',
    stepScan: 'Öffnen Sie eine Authenticator-App auf Ihrem Telefon und scannen Sie dieses Bild.',
    qrLabel: 'QR-Code mit dem Schlüssel. Derselbe Schlüssel steht darunter zum Abtippen.',
    stepType: 'Lässt es sich nicht scannen, tippen Sie diesen Schlüssel in die App:',
    secret: 'Schlüssel',
    openApp: 'In der App auf diesem Gerät öffnen',
    stepCode: 'Geben Sie den Code ein, den die App jetzt zeigt.',
    sessions: 'Auf allen anderen Geräten endet damit die Anmeldung.',
    form: 'Zweiten Faktor einrichten',
    confirm: 'Einschalten',
    done: 'Der zweite Faktor ist eingeschaltet.',
  },

  recovery: {
    title: 'Ihre Wiederherstellungscodes',
    text: `Mit jedem der ${recoveryCodesCount}\u00a0Codes können Sie sich einmal anmelden, wenn Ihr Telefon verloren geht. Bewahren Sie sie an einem sicheren Ort auf. Sie sehen die Codes nur jetzt.`,
    list: 'Wiederherstellungscodes',
    download: 'Herunterladen',
    print: 'Drucken',
    done: 'Ich habe die Codes gesichert',
    fileName: 'wiederherstellungscodes.txt',
    fileHead: (host: string, username: string, date: string) =>
      `Wiederherstellungscodes für ${host}\nBenutzername: ${username}\nErstellt am ${date}. Jeder Code gilt einmal.`,
    renewQuestion: 'Wiederherstellungscodes erneuern?',
    renewText: 'Sie erhalten neue Codes. Die bisherigen gelten danach nicht mehr.',
    renewConfirm: 'Codes erneuern',
  },

  turnOff: {
    title: 'Zweiten Faktor ausschalten',
    text: 'Zur Anmeldung genügt dann wieder das Passwort. Auf allen anderen Geräten endet die Anmeldung.',
    form: 'Zweiten Faktor ausschalten',
    password: 'Aktuelles Passwort',
    confirm: 'Ausschalten',
    done: 'Der zweite Faktor ist ausgeschaltet.',
  },
} as const
