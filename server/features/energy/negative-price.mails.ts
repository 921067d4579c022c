import type { MailContent } from '#server/mail/layout.ts'

type Facts = {
  readonly siteName: string
  /** `12. März` */
  readonly day: string
  /** Times of day, `11:00` to `15:00`. */
  readonly spans: readonly (readonly [from: string, to: string])[]
  readonly source: string
  readonly portalUrl: string
}

/** Prices of the exchange below zero, in time to plan a laundry. */
export function negativePriceMail({ siteName, day, spans, source, portalUrl }: Facts): MailContent {
  return {
    subject: `Strompreis unter null am ${day}: ${siteName}`,
    blocks: [
      { kind: 'paragraph', text: `am ${day} liegt der Strompreis an der Börse zeitweise unter null:` },
      {
        kind: 'facts',
        rows: spans.map(([from, to]) => [
          `${from} bis ${to}\u00a0Uhr`,
          'Börsenpreis unter null, Netzentgelt und Abgaben bleiben',
        ]),
      },
      { kind: 'paragraph', text: `Was warten kann, ist dann am günstigsten. Quelle der Preise: ${source}` },
      { kind: 'button', label: 'Preise im Portal ansehen', url: portalUrl },
    ],
  }
}
