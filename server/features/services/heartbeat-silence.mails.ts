import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'

export type SilentApplication = {
  readonly name: string
  readonly customerName: string
  readonly lastAlive: Date
  readonly periodMinutes: number
}

const shownMax = 20

/** Notifies the business of silent applications: those of the same instant in one mail. */
export function silenceMail(applications: readonly SilentApplication[], portalUrl: string): MailContent {
  const [first] = applications
  const isOne = applications.length === 1
  const more = applications.length - shownMax
  return {
    subject:
      isOne && first
        ? `Anwendung meldet sich nicht: ${first.name}`
        : `${applications.length} Anwendungen melden sich nicht`,
    blocks: [
      {
        kind: 'paragraph',
        text: isOne
          ? 'eine Anwendung hat sich länger nicht gemeldet, als für sie vorgesehen ist:'
          : 'mehrere Anwendungen haben sich länger nicht gemeldet, als für sie vorgesehen ist:',
      },
      {
        kind: 'facts',
        rows: applications
          .slice(0, shownMax)
          .map(({ name, customerName, lastAlive, periodMinutes }) => [
            `${name} (${customerName})`,
            `zuletzt am ${dateTimeText(lastAlive)}, erwartet ${periodText(periodMinutes)}`,
          ]),
      },
      ...(more > 0 ? [{ kind: 'paragraph', text: `Dazu kommen ${more} weitere.` } as const] : []),
      {
        kind: 'button',
        label: isOne ? 'Anwendung im Portal ansehen' : 'Dienste im Portal ansehen',
        url: portalUrl,
      },
    ],
  }
}

function periodText(minutes: number): string {
  if (minutes === 1) return 'jede Minute'
  if (minutes % 60 !== 0) return `alle ${minutes} Minuten`
  if (minutes === 60) return 'jede Stunde'
  return minutes % 1_440 === 0 && minutes > 1_440 ? `alle ${minutes / 1_440} Tage` : `alle ${minutes / 60} Stunden`
}
