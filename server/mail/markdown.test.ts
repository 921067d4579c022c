import { expect, test } from 'vitest'
import { bodyHtml, bodyText } from './body-blocks.ts'
import { parseMarkdown } from './markdown.ts'

const base = 'https://portal.example.org'
const htmlOf = (text: string) => parseMarkdown(text, base).map(bodyHtml).join('\n')
const textOf = (text: string) => parseMarkdown(text, base).map(bodyText).join('\n\n')

test('all Markdown of an owner becomes a mail as HTML and as text', () => {
  const text = [
    '# Frühling',
    '',
    'Guten **Tag**, *hier* `kurz` ein [Link](https://example.org/a?b=1&c=2) und [unsere FAQ](/faq).  ',
    'Neue Zeile',
    '',
    '## Was neu ist',
    '',
    '- eins',
    '- zwei',
    '  - zwei a',
    '',
    '1. erst',
    '2. dann',
    '',
    '> Zitat',
    '',
    '---',
    '',
    '### Klein',
  ].join('\n')
  expect(textOf(text)).toBe(`Frühling
--------

Guten Tag, hier kurz ein Link (https://example.org/a?b=1&c=2) und unsere FAQ (https://portal.example.org/faq).
Neue Zeile

Was neu ist
-----------

- eins
- zwei
  - zwei a

1. erst
2. dann

> Zitat

* * *

Klein
-----`)
  const html = htmlOf(text)
  for (const part of [
    '>Frühling</h2>',
    '<strong>Tag</strong>',
    '<em>hier</em>',
    'href="https://example.org/a?b=1&amp;c=2"',
    'href="https://portal.example.org/faq"',
    '<br>Neue Zeile',
    'margin-left:22px">zwei a</li>',
    '>dann</li></ol>',
    '>Zitat</blockquote>',
    '<hr style=',
    '>Klein</h3>',
  ]) {
    expect(html).toContain(part)
  }
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">klick</a>',
  '[klick](javascript:alert(1))',
  '[klick](data:text/html,<script>alert(1)</script>)',
  '[klick](//example.org)',
  '[klick](mailto:a@example.org)',
  '![Bild](https://example.org/zaehlpixel.png)',
  '[klick][1]\n\n[1]: javascript:alert(1)',
  '<https://example.org/"onmouseover="alert(1)>',
  '**<b onclick=alert(1)>**',
  '```html\n<script>alert(1)</script>\n```',
  '# <svg onload=alert(1)>',
  '| <i> | b |\n|---|---|\n| <u onclick=x> | 2 |',
])('%s loads nothing, runs nothing and links only to a website', text => {
  const html = htmlOf(text)
  expect(html).not.toMatch(/<(script|img|svg|iframe|b|i|u|link|style|object)\b/i)
  expect(html).not.toMatch(/<[^>]*\son\w+=/i)
  for (const [, url] of html.matchAll(/href="([^"]*)"/g)) expect(url).toMatch(/^https?:\/\//)
})

test('a text without a word makes no mail body', () => {
  for (const text of ['', '   ', '\n\n', '![](https://example.org/x.png)']) expect(htmlOf(text)).toBe('')
})
