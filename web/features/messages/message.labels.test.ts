import { afterEach, expect, test } from 'vitest'
import { setMailSending } from '#web/lib/api/mail-sending.ts'
import { messageStatus, messageStatusText } from './message.labels.ts'

afterEach(() => setMailSending(true))

test.each([
  ['new', null, 'Neu'],
  ['new', 'waiting', 'Neu'],
  ['answered', null, 'Beantwortet'],
  ['answered', 'sent', 'Beantwortet'],
  ['answered', 'waiting', 'Antwort wartet auf den Versand'],
  ['answered', 'failed', 'Antwort nicht zugestellt'],
] as const)('a message that is %s, with its mail %s, has the right label', (state, replyMail, text) => {
  expect(messageStatusText(messageStatus({ state, replyMail }))).toBe(text)
})

test('an answer is saved, not on its way, if the portal sends no mails', () => {
  setMailSending(false)
  expect(messageStatusText(messageStatus({ state: 'answered', replyMail: 'waiting' }))).toBe('Antwort vorgemerkt')
})

test('a status of a newer server is unknown', () => {
  expect(messageStatusText('bounced')).toBe('Unbekannt')
})
