import { expect, test } from 'vitest'
import { renderMail } from './layout.ts'
import type { Sender } from './sender.ts'

const sender: Sender = {
  companyName: 'Größl & Söhne',
  ownerName: 'Max Größl',
  phone: '0123 456',
  email: 'post@example.org',
  website: 'https://example.org',
  address: { street: 'Hauptstr. 1', zip: '80331', city: 'München' },
}

test('a mail has the same content as text and as HTML and is signed by the business', () => {
  const mail = renderMail(sender, {
    subject: 'Ihre Einladung',
    greeting: 'Guten Tag, Frau Özdemir,',
    blocks: [
      { kind: 'paragraph', text: 'Ihr Zugang ist bereit.' },
      { kind: 'button', label: 'Passwort setzen', url: 'https://portal.example.org/passwort-setzen#token=abc' },
      {
        kind: 'facts',
        rows: [
          ['Ticket', 'T-2026-0001'],
          ['Stunden', '1,5'],
        ],
      },
      { kind: 'quote', text: 'Zeile eins\nZeile zwei' },
    ],
  })
  expect(mail.text).toBe(`Guten Tag, Frau Özdemir,

Ihr Zugang ist bereit.

Passwort setzen:
https://portal.example.org/passwort-setzen#token=abc

Ticket: T-2026-0001
Stunden: 1,5

> Zeile eins
> Zeile zwei

-- 
Größl & Söhne
Max Größl
Hauptstr. 1, 80331 München
0123 456
post@example.org
https://example.org
`)
  for (const part of [
    'lang="de"',
    'Guten Tag, Frau Özdemir,',
    'href="https://portal.example.org/passwort-setzen#token=abc"',
    'Zeile eins<br>Zeile zwei',
    'Größl &amp; Söhne<br>Max Größl',
  ]) {
    expect(mail.html).toContain(part)
  }
})

test('markup in any text stays text', () => {
  const evil = `<img src=x onerror="alert('1')">&`
  const { html } = renderMail(
    { ...sender, companyName: evil },
    {
      subject: evil,
      greeting: evil,
      blocks: [
        { kind: 'paragraph', text: evil },
        { kind: 'quote', text: evil },
        { kind: 'facts', rows: [[evil, evil]] },
        { kind: 'button', label: evil, url: `https://example.org/?q=${evil}` },
      ],
    },
  )
  expect(html).not.toContain('<img')
  expect(html).not.toMatch(/"alert|'alert/)
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)).toHaveLength(8)
})

test('nothing is loaded from anywhere', () => {
  const { html } = renderMail(sender, { subject: 'Betreff', blocks: [{ kind: 'paragraph', text: 'Text' }] })
  expect(html).not.toMatch(/<(img|link|script|iframe|object|style)\b|url\(|@import|src=/i)
  expect(html).toContain('Guten Tag,')
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/relative', ''])('a button never links to %j', url => {
  expect(() => renderMail(sender, { subject: 'Betreff', blocks: [{ kind: 'button', label: 'Weiter', url }] })).toThrow(
    'a website',
  )
})

test('empty fields of the business leave no empty line', () => {
  const bare = { ...sender, ownerName: '', phone: '', website: '', address: { street: '', zip: '', city: '' } }
  const { text } = renderMail(bare, { subject: 'Betreff', blocks: [] })
  expect(text).toBe('Guten Tag,\n\n-- \nGrößl & Söhne\npost@example.org\n')
})
