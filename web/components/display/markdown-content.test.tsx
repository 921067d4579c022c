import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { MarkdownContent } from './markdown-content.tsx'

function render(text: string, headingLevel: 2 | 3 | 4 = 3): string {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <MarkdownContent text={text} headingLevel={headingLevel} />
    </RouterContextProvider>,
  )
}

describe('Markdown written by users', () => {
  test('renders paragraphs, emphasis and lists', () => {
    expect(render('Wir rechnen nach **Stunden** ab.\n\n- vor Ort\n- per Video')).toBe(
      '<div><p>Wir rechnen nach <strong>Stunden</strong> ab.</p><ul><li>vor Ort</li><li>per Video</li></ul></div>',
    )
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<b onclick="alert(1)">fett</b>',
    '<iframe srcdoc="x"></iframe>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)">Link</a>',
  ])('keeps %s as text', html => {
    expect(render(html)).not.toMatch(/<(script|img|b|iframe|style|a)\b/)
    expect(render(html)).toContain('&lt;')
  })

  test.each(['https://example.org/', 'http://example.org/', 'mailto:post@example.org'])('allows links to %s', url => {
    expect(render(`[Link](${url})`)).toContain(`<a href="${url}" rel="noopener noreferrer nofollow"`)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.org',
    '/\\\\example.org',
    'file:///etc/passwd',
  ])('renders a link to %s as plain text', url => {
    expect(render(`[Link](${url})`)).not.toContain('href')
  })

  test.each(['/impressum', '/faq#frage-1'])('allows links to %s on this site', path => {
    expect(render(`[Link](${path})`)).toContain(`href="${path}"`)
  })

  test('renders an image as its alternative text, without loading anything', () => {
    expect(render('![Der Zähler](https://example.org/x.png)')).toBe('<div><p><em>Der Zähler</em></p></div>')
  })

  test.each(['> ', '>', '- ', '* ', '1. ', '- [ ] ', '> - '])('does not nest thousands of %j in a line', marker => {
    const html = render(`${marker.repeat(3_000)}Ende`)
    expect(html.match(/<(blockquote|ul|ol)>/g)?.length ?? 0).toBeLessThanOrEqual(8)
    expect(html).toContain('Ende')
  })

  test('keeps a horizontal rule and a list of three levels', () => {
    expect(render('a\n\n--------------------\n\n- b\n  - c\n    - d')).toBe(
      '<div><p>a</p><hr/><ul><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li></ul></div>',
    )
  })

  test('starts headings at the page’s level and never sets an id of the page', () => {
    expect(render('## Ablauf\n\n### Termin', 2)).toBe('<div><h2>Ablauf</h2><h3>Termin</h3></div>')
    expect(render('# Ablauf', 4)).toBe('<div><h4>Ablauf</h4></div>')
  })
})
