import type { MailContent } from '#server/mail/layout.ts'

/** Part of the mail about a recovered or repaired account: deletions that a thief may have asked for. */
export function withdrawnErasuresBlocks(customerNumbers: readonly string[]): MailContent['blocks'] {
  if (customerNumbers.length === 0) return []
  return [
    { kind: 'heading', text: 'Löschung des Kundenkontos: widerrufen' },
    { kind: 'facts', rows: customerNumbers.map(number => ['Kundennummer', number] as const) },
    {
      kind: 'paragraph',
      text: 'Mit Ihrem Zugang wurde kürzlich die Löschung beantragt. Sie ist widerrufen, und es bleibt alles, wie es ist. War sie in Ihrem Sinn, beantragen Sie sie bitte erneut.',
    },
  ]
}
