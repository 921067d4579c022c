import { plural } from '#web/lib/format.ts'

/** Frequent questions: the page, the part of the homepage, the suggestions. */
export const faqTexts = {
  title: 'Häufige Fragen',
  lead: 'Antworten auf das, was wir oft gefragt werden.',
  search: 'Fragen durchsuchen',
  searchPlaceholder: 'Zum Beispiel: Rechnung',
  topics: 'Themen',
  otherTopic: 'Weitere Fragen',
  found: (count: string) => `${count} gefunden`,
  question: 'Frage',
  questions: 'Fragen',
  linkToQuestion: 'Link zu dieser Frage',
  allQuestions: 'Alle Fragen',
  empty: 'Hier stehen noch keine Fragen. Schreiben Sie uns, was Sie wissen möchten.',
  nothingFound: (search: string) =>
    `Zu „${search}“ gibt es hier keine Antwort. Schreiben Sie uns, dann bekommen Sie eine.`,
  resetSearch: 'Suche zurücksetzen',
  askUs: 'Frage stellen',
  loadingFailed: 'Die Fragen konnten nicht geladen werden.',
  notFoundHere: 'Ihre Frage ist nicht dabei?',
  suggestions: 'Vielleicht hilft das schon',
  suggested: (question: string, others: number) =>
    `Vielleicht hilft: „${question}“${others === 0 ? '' : ` und ${plural(others, 'weitere Frage', 'weitere Fragen')}`}`,
  toSuggestions: 'Ansehen',
} as const
