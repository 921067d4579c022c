/**
 * DNS updates (RFC 2136) signed with TSIG (RFC 8945). dns-packet writes neither: it knows no class NONE and no record
 * without data.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { RecordChange, RecordType } from './provider.ts'
import { fullName } from './provider.ts'
import { ProviderError } from './provider-error.ts'

export type TsigKey = {
  readonly name: string
  readonly algorithm: 'hmac-sha256' | 'hmac-sha512'
  readonly secret: Buffer
}

const types: Readonly<Record<RecordType | 'SOA' | 'TSIG', number>> = { A: 1, SOA: 6, AAAA: 28, TSIG: 250 }
const classIn = 1
const classNone = 254
const classAny = 255
const opcodeUpdate = 5 << 11
/** Seconds by which the clocks may differ. */
const fudge = 300

/** One message for all changes: prerequisites from `expected`, then each set is removed and written. */
export function encodeUpdate(id: number, domain: string, changes: readonly RecordChange[]): Buffer {
  const prerequisites = changes.flatMap(({ name, type, expected }) => {
    if (expected === undefined) return []
    const owner = fullName(domain, name)
    return expected.length === 0
      ? [encodeRecord(owner, types[type], classNone, 0)]
      : expected.map(value => encodeRecord(owner, types[type], classIn, 0, encodeAddress(value)))
  })
  const updates = changes.flatMap(({ name, type, value, ttl }) => {
    const owner = fullName(domain, name)
    const removal = encodeRecord(owner, types[type], classAny, 0)
    return value === null ? [removal] : [removal, encodeRecord(owner, types[type], classIn, ttl, encodeAddress(value))]
  })
  const header = numbers(2, id, opcodeUpdate, 1, prerequisites.length, updates.length, 0)
  const zone = Buffer.concat([encodeName(domain), numbers(2, types.SOA, classIn)])
  return Buffer.concat([header, zone, ...prerequisites, ...updates])
}

/** The message with its signature, and the MAC that the signature of the answer builds on. */
export function signMessage(message: Buffer, key: TsigKey, now: Date): { signed: Buffer; mac: Buffer } {
  const time = timeOf(Math.floor(now.getTime() / 1_000))
  const mac = macOf(key, message, Buffer.concat([time, numbers(2, fudge)]), numbers(2, 0, 0))
  const data = Buffer.concat([
    encodeName(key.algorithm),
    time,
    numbers(2, fudge, mac.length),
    mac,
    numbers(2, message.readUInt16BE(0), 0, 0),
  ])
  const signed = Buffer.concat([message, encodeRecord(key.name, types.TSIG, classAny, 0, data)])
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10)
  return { signed, mac }
}

/**
 * The error that the signature of an answer carries (0 = none), and whether key and request vouch for all of it; null
 * for an answer without signature. Throws when the message ends too early.
 */
export function readSignature(
  answer: Buffer,
  key: TsigKey,
  requestMac: Buffer,
): { error: number; isValid: boolean } | null {
  const start = startOfLastRecord(answer)
  if (start === null) return null
  const owner = skipName(answer, start)
  if (answer.readUInt16BE(owner) !== types.TSIG) return null
  const end = owner + 10 + answer.readUInt16BE(owner + 8)
  const times = skipName(answer, owner + 10)
  const macLength = answer.readUInt16BE(times + 8)
  const mac = answer.subarray(times + 10, times + 10 + macLength)
  const rest = answer.subarray(times + 10 + macLength, end)
  // As it was before it was signed: one record less, and its own id.
  const unsigned = Buffer.from(answer.subarray(0, start))
  unsigned.writeUInt16BE(answer.readUInt16BE(10) - 1, 10)
  unsigned.writeUInt16BE(rest.readUInt16BE(0), 0)
  const signed = Buffer.concat([numbers(2, requestMac.length), requestMac, unsigned])
  const expected = macOf(key, signed, answer.subarray(times, times + 8), rest.subarray(2))
  return {
    error: rest.readUInt16BE(2),
    isValid: end === answer.length && mac.length === expected.length && timingSafeEqual(mac, expected),
  }
}

/** Over the message and the fields of the signature in their canonical form (RFC 8945, 4.3). */
function macOf(key: TsigKey, message: Buffer, timeAndFudge: Buffer, errorAndOther: Buffer): Buffer {
  return createHmac(key.algorithm.slice('hmac-'.length), key.secret)
    .update(message)
    .update(encodeName(key.name))
    .update(Buffer.concat([numbers(2, classAny), numbers(4, 0)]))
    .update(encodeName(key.algorithm))
    .update(timeAndFudge)
    .update(errorAndOther)
    .digest()
}

function encodeRecord(
  name: string,
  type: number,
  dnsClass: number,
  ttl: number,
  data: Buffer = Buffer.alloc(0),
): Buffer {
  return Buffer.concat([encodeName(name), numbers(2, type, dnsClass), numbers(4, ttl), numbers(2, data.length), data])
}

function encodeName(name: string): Buffer {
  const labels = name
    .toLowerCase()
    .replace(/\.$/, '')
    .split('.')
    .map(label => Buffer.from(label, 'latin1'))
  if (labels.some(({ length }) => length === 0 || length > 63)) throw new ProviderError('input')
  return Buffer.concat([...labels.flatMap(label => [numbers(1, label.length), label]), numbers(1, 0)])
}

function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return numbers(1, ...address.split('.').map(Number))
  // The URL parser turns a dotted end into two groups.
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  const [before, after] = [groups(head), tail === undefined ? [] : groups(tail)]
  return numbers(2, ...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after)
}

function numbers(bytes: 1 | 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries()) buffer.writeUIntBE(value, index * bytes, bytes)
  return buffer
}

function timeOf(seconds: number): Buffer {
  const buffer = Buffer.alloc(6)
  buffer.writeUIntBE(seconds, 0, 6)
  return buffer
}

/** null for a message without records. */
function startOfLastRecord(message: Buffer): number | null {
  const counts = [4, 6, 8, 10].map(at => message.readUInt16BE(at))
  const [questions = 0, ...rest] = counts
  let at = 12
  for (let index = 0; index < questions; index++) at = skipName(message, at) + 4
  let start: number | null = null
  for (let left = rest.reduce((sum, count) => sum + count, 0); left > 0; left--) {
    start = at
    const fixed = skipName(message, at)
    at = fixed + 10 + message.readUInt16BE(fixed + 8)
  }
  return start
}

/** Where the name ends; a pointer is its end. */
function skipName(message: Buffer, start: number): number {
  let at = start
  for (;;) {
    const length = message.readUInt8(at)
    if (length >= 0xc0) return at + 2
    if (length === 0) return at + 1
    at += 1 + length
  }
}
