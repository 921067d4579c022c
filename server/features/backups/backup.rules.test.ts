import { expect, test } from 'vitest'
import { minuteMs, plusMs } from '#server/clock.ts'
import { downloadEnd, grantText, isGranted } from './backup.rules.ts'

const key = Buffer.alloc(32, 7)
const now = new Date('2026-03-02T10:00:00Z')
const grant = { backupId: 'backup', sessionId: 'session' }
const text = grantText(key, { ...grant, expiresAt: downloadEnd(now) })

test('a download is opened to one session, for one backup, and not forever', () => {
  expect(isGranted(key, text, grant, now)).toBe(true)
  expect(isGranted(key, text, grant, plusMs(downloadEnd(now), -minuteMs))).toBe(true)
  expect(isGranted(key, text, grant, downloadEnd(now))).toBe(false)
  expect(isGranted(key, text, { ...grant, backupId: 'other' }, now)).toBe(false)
  expect(isGranted(key, text, { ...grant, sessionId: 'other' }, now)).toBe(false)
  expect(isGranted(Buffer.alloc(32, 8), text, grant, now)).toBe(false)
})

test('nobody prolongs a download, or opens one, by changing the text', () => {
  const [until = '', mac = ''] = text.split('.')
  for (const changed of [
    `z${until}.${mac}`,
    `.${mac}`,
    until,
    '',
    '.',
    `${until}.`,
    `${until}.${mac}x`,
    `NaN.${mac}`,
  ]) {
    expect(isGranted(key, changed, grant, now), changed).toBe(false)
  }
})
