import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { allEndpoints } from './api.ts'
import { bodyBytesMax, bodyLimitsOf } from './body-limits.ts'
import type { Endpoint } from './endpoint.ts'

const writes = allEndpoints().filter(({ endpoint }) => endpoint.method !== 'GET')

describe('the limits of a body', () => {
  it.each(writes)('of $name cover bytes, fields and depth', ({ endpoint }) => {
    const { bytes, fields, depth } = bodyLimitsOf(endpoint)
    expect(bytes).toBeGreaterThan(0)
    if (endpoint.upload) return
    expect(bytes).toBeLessThanOrEqual(bodyBytesMax)
    // Each value of a program's batch is validated separately: only the bytes of the batch are limited.
    if (endpoint.batch) return
    // The owner's lists are long: an invoice has hundreds of lines and entries.
    expect(fields).toBeLessThanOrEqual(endpoint.access === 'admin' ? 5_000 : 600)
    expect(depth).toBeLessThanOrEqual(10)
  })

  it('of public calls are small: a few kB to log in, and nowhere more than 50', () => {
    // Batches come from programs that authenticate.
    const open = writes.filter(({ endpoint }) => endpoint.access === 'public' && !endpoint.batch)
    const kilobytes = Object.fromEntries(open.map(({ name, endpoint }) => [name, bodyLimitsOf(endpoint).bytes / 1_024]))
    expect(kilobytes['accounts.login']).toBeLessThanOrEqual(8)
    expect(Math.max(...Object.values(kilobytes))).toBeLessThanOrEqual(50)
  })

  it('admit any value the schema admits, in any JSON notation', () => {
    const person = z.strictObject({
      name: z.string().check(z.maxLength(5)),
      born: z.iso.date(),
      isHere: z.boolean(),
      height: z.number(),
      note: z.union([z.null(), z.literal(''), z.string().check(z.maxLength(3))]),
    })
    const body = z.strictObject({ people: z.array(person).check(z.maxLength(3)), kind: z.enum(['a', 'bc']) })
    const { bytes, fields, depth } = limitsOf(body)
    const one = { name: 'ä'.repeat(5), born: '2026-01-01', isHere: false, height: -1.234567890123456e-300, note: 'üüü' }
    const text = JSON.stringify({ people: [one, one, one], kind: 'bc' }).replaceAll(
      /[äü]/g,
      letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect(body.safeParse(JSON.parse(text)).success).toBe(true)
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(bytes)
    // The two of the body, three people, five of each; and room for mistakes.
    expect(fields).toBe(2 + 3 + 3 * 5 + 20)
    expect(depth).toBe(3 + 2)
  })

  it.each([
    ['a text', z.strictObject({ text: z.string() })],
    ['a list', z.strictObject({ list: z.array(z.boolean()) })],
    ['a field of any kind', z.strictObject({ thing: z.any() })],
  ])('cannot be derived from %s without a maximum', (_, body) => {
    expect(() => limitsOf(body)).toThrow()
  })
})

function limitsOf(body: z.ZodMiniType) {
  const endpoint: Endpoint = {
    method: 'POST',
    path: '/api/people/',
    access: 'public',
    summary: 'People.',
    body,
    response: z.undefined(),
  }
  return bodyLimitsOf(endpoint)
}
