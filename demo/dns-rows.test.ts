import { expect, test } from 'vitest'
import { dnsHostnameStates } from '#contract/lists.ts'
import { newKeys } from '#server/keys.ts'
import { dnsRows } from './dns-rows.ts'

const rows = dnsRows(new Date('2026-03-10T09:00:00.000Z'), 'customer', newKeys())

test('the demo shows a host name in every state', () => {
  expect(new Set(rows.hostnames.map(({ state }) => state))).toEqual(new Set(dnsHostnameStates))
})

test('nothing of the demo is due: nobody is called', () => {
  expect(rows.hostnames.filter(({ next_attempt_at: due }) => due !== null)).toEqual([])
})
