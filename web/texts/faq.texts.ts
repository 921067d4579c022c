import { formatNumber } from '#web/lib/format/format-number.ts'

/** Frequent questions: the page, the section of the homepage, the suggestions. */
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
  suggested: (question: string, others: number) => `Vielleicht hilft: „${question}“${andOthers(others)}`,
  toSuggestions: 'Ansehen',
} as const

function andOthers(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' und eine weitere Frage' : ` und ${formatNumber(count)}\u00a0weitere Fragen`
}
