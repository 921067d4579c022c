import type { MailTopic } from '#contract/unsubscription.ts'

type TopicTexts = { title: string; question: string; button: string; doneTitle: string; doneText: string }

const topics: Record<MailTopic, TopicTexts> = {
  notifications: {
    title: 'Benachrichtigungen abbestellen',
    question:
      'Sie erhalten dann keine E-Mails mehr über neue Einträge, fertige Tickets und andere Neuigkeiten aus dem Kundenportal. Wichtige E-Mails zur Sicherheit Ihres Zugangs kommen weiterhin.',
    button: 'Benachrichtigungen abbestellen',
    doneTitle: 'Die Benachrichtigungen sind abbestellt',
    doneText: 'In den Einstellungen des Kundenportals können Sie sie jederzeit wieder einschalten.',
  },
  newsletter: {
    title: 'Newsletter abbestellen',
    question: 'Sie erhalten dann keinen Newsletter mehr von uns. Alles andere bleibt, wie es ist.',
    button: 'Newsletter abbestellen',
    doneTitle: 'Der Newsletter ist abbestellt',
    doneText: 'In den Einstellungen des Kundenportals können Sie ihn jederzeit wieder bestellen.',
  },
}

/** The page of an unsubscribe link. */
export const unsubscribeTexts = {
  title: 'E-Mails abbestellen',
  topics,
  toSettings: 'Zu den Einstellungen',
  failed: 'Das Abbestellen ist fehlgeschlagen',
  loadingFailed: 'Der Link konnte nicht geprüft werden.',
  invalidTitle: 'Dieser Link ist nicht vollständig',
  invalidText:
    'Bitte öffnen Sie den Link noch einmal aus der E-Mail. Hilft das nicht, schalten Sie die E-Mails in den Einstellungen ab oder schreiben Sie uns.',
  contact: 'Kontakt aufnehmen',
} as const
