import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KeysError, newKeys, openKeys } from './keys.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kundenportal-keys-'))
  file = join(folder, 'deep', 'keys')
})
afterEach(() => rmSync(folder, { recursive: true }))

const line = (id: string, byte: number) => `${id}=${Buffer.alloc(32, byte).toString('base64')}\n`
const write = (text: string) => {
  openKeys(file)
  writeFileSync(file, text)
}

test('the first start makes a key that only its owner may read, later ones find it', () => {
  const keys = openKeys(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{8}=[A-Za-z0-9+/]{43}=\n$/)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['keys'])
  const again = openKeys(file)
  expect(again.activeId).toBe(keys.activeId)
  expect(again.derive('csrf')).toEqual(keys.derive('csrf'))
})

test('each purpose has bytes of its own, the same each time', () => {
  const keys = newKeys()
  expect(keys.derive('csrf')).toHaveLength(32)
  expect(keys.derive('csrf')).toEqual(keys.derive('csrf'))
  expect(keys.derive('csrf')).not.toEqual(keys.derive('token'))
  expect(keys.derive('csrf')).not.toEqual(newKeys().derive('csrf'))
})

test('the first line is the active key, the others stay known', () => {
  write(`# rotated in March\n${line('new', 1)}\n${line('old', 2)}`)
  const keys = openKeys(file)
  expect(keys.activeId).toBe('new')
  expect(keys.derive('csrf')).toEqual(keys.derive('csrf', 'new'))
  expect(keys.derive('csrf', 'old')).not.toEqual(keys.derive('csrf', 'new'))
  expect(() => keys.derive('csrf', 'lost')).toThrow(KeysError)
})

test('a file that others can read is refused', () => {
  openKeys(file)
  for (const mode of [0o640, 0o604, 0o660]) {
    chmodSync(file, mode)
    expect(() => openKeys(file)).toThrow(/can be read by others; run "chmod 600 .+"\.$/)
  }
})

test.each([
  ['an empty file', ''],
  ['a short key', 'a=c2hvcnQ=\n'],
  ['a line without an id', `=${Buffer.alloc(32).toString('base64')}\n`],
  ['the same id twice', line('a', 1) + line('a', 2)],
  ['something else', 'password\n'],
])('%s is refused without repeating a secret', (_, text) => {
  write(text)
  expect(() => openKeys(file)).toThrow(KeysError)
  expect(() => openKeys(file)).not.toThrow(/c2hvcnQ|password|AQEB/)
})
