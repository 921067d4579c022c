import { describe, expect, it } from 'vitest'
import { username } from './accounts.ts'
import { email, hours, line, linkUrl, optionalLine, optionalText, webUrl } from './fields.ts'

const codesOf = ({ error }: { error?: { issues: { message: string }[] } }) => error?.issues.map(issue => issue.message)

describe('hours', () => {
  it('come back as typed, for every minute of a day', () => {
    for (let minutes = 0; minutes <= 24 * 60; minutes += 1) {
      const printed = Math.round((minutes * 100) / 60) / 100
      expect([minutes, hours.safeParse(printed).success]).toEqual([minutes, true])
    }
  })

  it.each([
    [0.33, undefined],
    [0.34, ['hours.whole_minutes']],
    [0.01, ['hours.whole_minutes']],
    [0.333, ['number.decimals']],
    [-1, ['number.negative']],
  ])('%s are refused with %j', (value, codes) => {
    expect(codesOf(hours.safeParse(value))).toEqual(codes)
  })
})

describe('a text', () => {
  const escaped = (text: string) => JSON.stringify(text).length - 2 > 2 * text.length

  it('admits every character of a keyboard, and none that an answer escapes to more than twice its length', () => {
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}b`
      const isControl = (code < 0x20 && !'\t\n\r'.includes(text.slice(1, 2))) || (code >= 0x7f && code <= 0x9f)
      const isRefused = isControl || escaped(text.slice(1, 2))
      expect([code, codesOf(optionalText().safeParse(text))]).toEqual([
        code,
        isRefused ? ['text.characters'] : undefined,
      ])
    }
    expect(optionalText().safeParse('Zeile 1\r\n\tZeile 2 😀').success).toBe(true)
  })
})

describe('an e-mail address', () => {
  it.each([
    'post@example.org',
    "o'neil+haus@mail.example.org",
    'info@müller-söhne.example',
    'a@xn--mller-kva.xn--p1ai',
    'a@пример.рф',
  ])('may be %j', value => {
    expect(email.safeParse(` ${value} `).data).toBe(value)
  })

  it.each([
    'post',
    'post@',
    '@example.org',
    'post@example',
    'a..b@example.org',
    '.a@example.org',
    'a@-x.example',
    'a@x-.example',
    'größe@example.org',
    'a b@example.org',
    'a@exa mple.org',
    'a@example.org\u202e',
    `${'a'.repeat(250)}@example.org`,
  ])('is not %j', value => {
    expect(codesOf(email.safeParse(value))).toEqual(['email.invalid'])
  })
})

describe('a line', () => {
  it.each(['Müller & Söhne', 'شرکت نمونه\u200cها', '👩\u200d🔧', '日本', '…'])('may be %j', value => {
    expect(line().safeParse(value).success).toBe(true)
  })

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['\u200d\u200c', 'required'],
    ['\u3164', 'required'],
    ['\u200b', 'text.characters'],
    ['a\u202egnp.exe', 'text.characters'],
    ['a\u0000b', 'text.characters'],
    ['a\nb', 'text.characters'],
    ['a\ud800', 'text.characters'],
  ])('is not %j: %s', (value, code) => {
    expect(codesOf(line().safeParse(value))).toEqual([code])
  })
})

describe('a line that may be empty', () => {
  it.each(['', '   ', 'Müller & Söhne', '👩\u200d🔧'])('may be %j', value => {
    expect(optionalLine().safeParse(value).success).toBe(true)
  })

  it.each(['Kim\r\nBcc: a@example.org', 'a\nb', 'Lund\u202etxet', '\u200b', 'a\u0007'])('is not %j', value => {
    expect(codesOf(optionalLine().safeParse(value))).toEqual(['text.characters'])
  })
})

describe('the address of a website', () => {
  it.each(['', ' https://example.org/ ', 'http://fritz.box'])('may be %j', value => {
    expect(webUrl.safeParse(value).data).toBe(value.trim())
  })

  it.each([
    ['http://a b', 'url.invalid'],
    ['https://example.org/\n"<', 'url.invalid'],
    ['javascript:alert(1)', 'url.invalid'],
    ['https://kim@example.org', 'url.user'],
  ])('is not %j: %s', (value, code) => {
    expect(codesOf(webUrl.safeParse(value))).toEqual([code])
  })
})

describe('the address of a link', () => {
  it.each([
    'https://example.org',
    'HTTP://example.org:8080/a?b=c#d',
    'http://fritz.box',
    'https://192.168.1.20/',
    'https://[fe80::1]/',
    'https://größl.de/übersicht',
    'https://example.org/@someone',
  ])('may be %j', value => {
    expect(linkUrl.safeParse(` ${value} `).data).toBe(value)
  })

  it.each([
    ['', 'required'],
    ['javascript:alert(1)', 'url.invalid'],
    ['data:text/html,<script>', 'url.invalid'],
    ['ftp://example.org', 'url.invalid'],
    ['//example.org', 'url.invalid'],
    ['example.org', 'url.invalid'],
    ['https://', 'url.invalid'],
    ['https:///path', 'url.invalid'],
    ['https://exa mple.org', 'url.invalid'],
    ['https://example.org\\@elsewhere.example', 'url.invalid'],
    ['https://example.org/\u202egnp', 'url.invalid'],
    ['https://[1]/', 'url.invalid'],
    ['https://jana@example.org/', 'url.user'],
    ['https://example.org:secret@elsewhere.example/', 'url.user'],
    [`https://example.org/${'x'.repeat(2_000)}`, 'too_long'],
  ])('is not %j: %s', (value, code) => {
    expect(codesOf(linkUrl.safeParse(value))).toEqual([code])
  })
})

it('a user name has a letter or a digit', () => {
  expect(codesOf(username.safeParse('...'))).toEqual(['username.letter_required'])
  expect(codesOf(username.safeParse('a-_'))).toBeUndefined()
})
