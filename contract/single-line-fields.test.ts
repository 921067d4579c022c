import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { allEndpoints } from './api.ts'

/** Texts that may have several lines. All others appear in subjects of mails, in tables or next to other words. */
const paragraphs = new Set([
  ...['description', 'note', 'notes', 'invoiceNotes', 'text', 'answer', 'body', 'closingText'],
  ...['imprintText', 'privacyText', 'accessibilityText'],
  ...['introduction', 'servicesIntroduction', 'powerMasterText', 'devicesText', 'contactText'],
  ...['lead', 'dayLead'],
])
/** Texts that are compared or stored unchanged, and shown nowhere. */
const unseenTexts = new Set(['password', 'currentPassword', 'newPassword', 'token', 'recoveryCode'])
/** Texts that are only compared: the name at a login, the number that confirms a deletion; and a trap for bots. */
const notKept = new Set(['accounts.login username', 'erasures.ask confirmation', 'contact.send website'])
/** Text of a reading from a program: accepted as it is, and shown without invisible characters. */
const ofReadings = new Set(['channel', 'at', 'value'].map(field => `energyReadings.push ${field}`))

/** The texts a body takes, by the name of the endpoint and of the field. */
function textsOf(schema: z.ZodMiniType, name: string): [name: string, schema: z.ZodMiniType][] {
  // Every schema of zod has one of these definitions; its type names which.
  const def = schema._zod.def as unknown as {
    type: string
    shape?: Record<string, z.ZodMiniType>
    innerType?: z.ZodMiniType
    element?: z.ZodMiniType
    options?: z.ZodMiniType[]
  }
  if (def.shape) return Object.entries(def.shape).flatMap(([field, inner]) => textsOf(inner, field))
  if (def.innerType) return textsOf(def.innerType, name)
  if (def.element) return textsOf(def.element, name)
  if (def.options) return def.options.flatMap(option => textsOf(option, name))
  return def.type === 'string' ? [[name, schema]] : []
}

const texts = allEndpoints().flatMap(({ name, endpoint }) =>
  endpoint.body === undefined ? [] : textsOf(endpoint.body, '').map(([field, schema]) => ({ name, field, schema })),
)

function accepts(schema: z.ZodMiniType, value: string): boolean {
  const result = schema._zod.run({ value, issues: [] }, {})
  if (result instanceof Promise) throw new Error('A schema of the contract waits for something.')
  return result.issues.length === 0
}

describe('a text in the body of a call', () => {
  it('is found in every noun', () => {
    expect(texts.length).toBeGreaterThan(100)
  })

  it.each(['Kim Lund\r\nBcc: a@example.org', 'Kim Lund\u202egnp.exe'])(
    'is one line unless it is a paragraph: %j',
    value => {
      const accepting = texts
        .filter(
          ({ name, field }) =>
            !paragraphs.has(field) &&
            !unseenTexts.has(field) &&
            !notKept.has(`${name} ${field}`) &&
            !ofReadings.has(`${name} ${field}`),
        )
        .filter(({ schema }) => accepts(schema, value))
        .map(({ name, field }) => `${name} ${field}`)
      expect(accepting).toEqual([])
    },
  )
})
