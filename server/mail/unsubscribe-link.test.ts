import { expect, test } from 'vitest'
import { newId } from '#server/database/ids.ts'
import { newKeys } from '#server/keys.ts'
import { readUnsubscribeToken, unsubscribeUrl } from './unsubscribe-link.ts'

const config = { publicUrl: 'https://portal.example.org', host: '127.0.0.1', port: 3000 }
const tokenOf = (url: string) => url.split('/').at(-2) ?? ''
const make = (keys = newKeys(), topic: 'notifications' | 'newsletter' = 'newsletter', customerId = newId()) => ({
  keys,
  customerId,
  // Only these three settings are read.
  token: tokenOf(unsubscribeUrl({ keys, config: config as never }, { topic, customerId })),
})

test('a link names its topic and customer', () => {
  const { keys, token, customerId } = make()
  expect(readUnsubscribeToken(keys, token)).toEqual({ topic: 'newsletter', customerId })
})

test('a link for something else, for another customer or of another installation stops nothing', () => {
  const { keys, token, customerId } = make()
  for (const forged of [
    token.replace('newsletter', 'notifications'),
    token.replace(customerId, newId()),
    token.slice(0, -1),
    `${token}A`,
    token.replace(keys.activeId, 'other'),
    '',
    'newsletter',
    make().token,
  ]) {
    expect(readUnsubscribeToken(keys, forged)).toBeUndefined()
  }
})
