import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LinkedText } from './linked-text.tsx'

const origin = 'https://portal.example'
const hrefsIn = (text: string) =>
  [...renderToStaticMarkup(<LinkedText text={text} origin={origin} />).matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

it('links addresses of this site, without trailing punctuation', () => {
  expect(hrefsIn(`Siehe ${origin}/customer-portal/service/7. Oder (${origin}/faq)?`)).toEqual([
    `${origin}/customer-portal/service/7`,
    `${origin}/faq`,
  ])
})

it('leaves other text unchanged', () => {
  const text =
    'Siehe https://anders.example/, https://portal.example.org/x, javascript:alert(1) & https://portalXexample/y'
  expect(hrefsIn(text)).toEqual([])
  expect(hrefsIn(`https://anders.example/?weiter=${origin}/faq`)).toEqual([])
  expect(renderToStaticMarkup(<LinkedText text="<b>a</b>" origin={origin} />)).toBe('&lt;b&gt;a&lt;/b&gt;')
})
