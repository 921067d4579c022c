import { alarmNames, alarmSentence } from '#contract/texts/energy-alarms.texts.ts'
import { dateTimeText } from '#server/clock.ts'
import type { MailContent } from '#server/mail/layout.ts'
import type { UntoldAlarm } from './alarm.queries.ts'

type AlarmFacts = {
  readonly siteName: string
  readonly customerName: string
  readonly alarms: readonly UntoldAlarm[]
  /** The site's page in the recipient's portal. */
  readonly portalUrl: string
}

/** The mail about alarms of a site that began or ended. */
export function alarmMail(
  kind: 'energy_alarm' | 'energy_alarm_over',
  { siteName, customerName, alarms, portalUrl }: AlarmFacts,
  to: 'customer' | 'business',
): MailContent {
  const isOver = kind === 'energy_alarm_over'
  const site = to === 'customer' ? `Ihre Anlage „${siteName}“` : `die Anlage „${siteName}“ von ${customerName}`
  return {
    subject: isOver ? `Wieder in Ordnung: ${siteName}` : `Problem mit der Anlage: ${siteName}`,
    blocks: [
      {
        kind: 'paragraph',
        text: isOver ? `vorbei ist, was ${site} betraf:` : `${site} braucht einen Blick:`,
      },
      {
        kind: 'facts',
        rows: alarms.map(alarm => [
          alarm.name === null ? alarmNames[alarm.kind] : `${alarmNames[alarm.kind]} (${alarm.name})`,
          isOver && alarm.ended_at !== null
            ? `vom ${dateTimeText(new Date(alarm.started_at))} bis zum ${dateTimeText(new Date(alarm.ended_at))}`
            : `seit dem ${dateTimeText(new Date(alarm.started_at))}. ${alarmSentence(alarm.kind, alarm.name)}`,
        ]),
      },
      ...(isOver
        ? []
        : [
            {
              kind: 'paragraph',
              text: 'Sobald es vorbei ist, schreibt Ihnen das Portal noch einmal. Auf der Seite der Anlage lässt sich diese Art von Meldung stumm schalten.',
            } as const,
          ]),
      { kind: 'button', label: 'Anlage im Portal ansehen', url: portalUrl },
    ],
  }
}
