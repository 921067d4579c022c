import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addKey, KeysError, keysFromText, newKeys, openKeys } from './keys.ts'

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

test('the first start creates a key that only its owner may read, later ones find it', () => {
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
  expect(() => keys.derive('csrf', 'lost')).toThrow('There is no key with the id lost in the keys file.')
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

test('derived keys stay the same in every release', () => {
  expect(keysFromText(line('old', 1)).derive('csrf').toString('hex')).toBe(
    '7ff7b10a60077508eb627ad6b1a5690ed2f48575c7d7994c510c4ef204dbe234',
  )
})

test('an added key is active from the next start on, and found by a running process', () => {
  const before = openKeys(file)
  const added = addKey(file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['keys'])
  const after = openKeys(file)
  expect([after.activeId, after.has(before.activeId), after.has('lost')]).toEqual([added, true, false])
  expect(after.derive('csrf', before.activeId)).toEqual(before.derive('csrf'))

  expect(before.activeId).not.toBe(added)
  expect(before.has(added)).toBe(true)
  expect(before.derive('csrf', added)).toEqual(after.derive('csrf'))
})

test('keys in memory are independent of files', () => {
  const keys = keysFromText(line('a', 1))
  expect([keys.has('a'), keys.has('b')]).toEqual([true, false])
})

test('a key of 32 bytes or more is accepted, with blanks around it, and an id of at most 32 characters', () => {
  const long = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64')
  const id = `A-z_9${'x'.repeat(27)}`
  expect(keysFromText(`\n  ${id}=${long(32)}  \r\n\n#b=c2hvcnQ=\n`).activeId).toBe(id)
  expect(keysFromText(`a=${long(48)}`).activeId).toBe('a')
  for (const wrong of [`${id}x=${long(32)}`, `a=${long(31)}`, `a b=${long(32)}`, `a=${long(32)}#`, `x a=${long(32)}`]) {
    expect(() => keysFromText(wrong)).toThrow(/^The keys file memory has a line that is not "id=base64"/)
  }
  expect(() => keysFromText('# none\n')).toThrow('The keys file memory holds no key; restore it from your copy.')
})

test('a key stays known while the process runs, even if the file is lost', () => {
  const keys = openKeys(file)
  const bytes = keys.derive('csrf')
  rmSync(file)
  expect(keys.has(keys.activeId)).toBe(true)
  // Derived once, for any number of calls.
  expect(keys.derive('csrf')).toBe(bytes)
})

test('the folder of a new file is for its owner only', () => {
  openKeys(join(folder, 'one', 'two', 'keys'))
  expect([join(folder, 'one'), join(folder, 'one', 'two')].map(path => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o700,
  ])
})

test('no key is added to a file that is damaged or readable by others', () => {
  write('password\n')
  expect(() => addKey(file)).toThrow(KeysError)
  expect(readFileSync(file, 'utf8')).toBe('password\n')
  writeFileSync(file, line('a', 1))
  chmodSync(file, 0o644)
  expect(() => addKey(file)).toThrow(/can be read by others/)
  expect(readFileSync(file, 'utf8')).toBe(line('a', 1))
})

test('a file that another process creates at the same time is read, not overwritten', () => {
  // Missing when it is looked for, and in the way when it is created: a dangling link is both.
  mkdirSync(join(folder, 'deep'))
  symlinkSync(join(folder, 'deep', 'nowhere'), file)
  expect(() => openKeys(file)).toThrow(/cannot be made or read: ENOENT/)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['keys'])
  expect(existsSync(file)).toBe(false)
})

test("a file that cannot be created or read is reported with the system's error", () => {
  writeFileSync(join(folder, 'deep'), '')
  expect(() => openKeys(file)).toThrowError(
    expect.objectContaining({
      name: 'KeysError',
      message: expect.stringContaining(`The keys file ${file} cannot be made or read: `),
      cause: expect.objectContaining({ code: expect.any(String) }),
    }),
  )
})
