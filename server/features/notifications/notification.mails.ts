import type { NotificationKind } from '#contract/notifications.ts'
import type { MailBlock, MailContent, MailFooter } from '#server/mail/layout.ts'

/** The reason for a notification, and how to change that: required below every one of them. */
export function notificationFooter(settingsUrl: string, unsubscribeUrl: string): MailFooter {
  return {
    text: 'Sie erhalten diese E-Mail, weil Benachrichtigungen aus dem Kundenportal eingeschaltet sind.',
    links: [
      { label: 'Einstellungen ändern', url: settingsUrl },
      { label: 'Keine Benachrichtigungen mehr', url: unsubscribeUrl },
    ],
  }
}

/** Below a mail about the user's own login. */
export function warningFooter(settingsUrl: string): MailFooter {
  return {
    text: 'Diese E-Mail betrifft die Sicherheit Ihres Zugangs. Sie wird immer gesendet und lässt sich nicht abbestellen.',
    links: [{ label: 'Passwort und angemeldete Geräte', url: settingsUrl }],
  }
}

/** Several matters as one mail; one alone stays as it is. `subject` empty: everything of a day. */
export function bundleMail(subject: string, matters: readonly MailContent[]): MailContent {
  const [first] = matters
  if (first !== undefined && matters.length === 1) return first
  const isDay = subject === ''
  const blocks = matters.flatMap(matter => [{ kind: 'heading' as const, text: matter.subject }, ...quietBlocks(matter)])
  return {
    subject: isDay ? `${matters.length} Neuigkeiten aus dem Kundenportal` : subject,
    blocks: [
      {
        kind: 'paragraph',
        text: isDay
          ? 'das ist seit gestern im Kundenportal geschehen:'
          : 'im Kundenportal gibt es mehrere Neuigkeiten dazu:',
      },
      ...(isDay ? blocks : [...blocks.filter(block => block.kind !== 'link'), ...lastButton(matters)]),
    ],
  }
}

/** In a bundle none is emphasized. */
function quietBlocks({ blocks }: MailContent): MailBlock[] {
  return blocks.map(block => (block.kind === 'button' ? { ...block, kind: 'link' } : block))
}

/** Related matters link to the same page. */
function lastButton(matters: readonly MailContent[]): MailBlock[] {
  const buttons = matters.flatMap(({ blocks }) => blocks.filter(block => block.kind === 'button'))
  return buttons.slice(-1)
}

/** The kind of a bundle, as shown in the outbox. */
export function bundleKind(kinds: readonly NotificationKind[]): NotificationKind | 'notifications' {
  const [first] = kinds
  return first !== undefined && kinds.every(kind => kind === first) ? first : 'notifications'
}
