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

describe('text that people wrote', () => {
  test('paragraphs, emphasis and lists are rendered', () => {
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
  ])('%s stays text', html => {
    expect(render(html)).not.toMatch(/<(script|img|b|iframe|style|a)\b/)
    expect(render(html)).toContain('&lt;')
  })

  test.each(['https://example.org/', 'http://example.org/', 'mailto:post@example.org'])(
    'a link may lead to %s',
    url => {
      expect(render(`[Link](${url})`)).toContain(`<a href="${url}" rel="noopener noreferrer nofollow"`)
    },
  )

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
  ])('a link to %s is only its words', url => {
    expect(render(`[Link](${url})`)).not.toContain('href')
  })

  test.each(['/impressum', '/faq#frage-1'])('a link may lead to %s on this site', path => {
    expect(render(`[Link](${path})`)).toContain(`href="${path}"`)
  })

  test('a picture is only what it shows, so that nothing is loaded from elsewhere', () => {
    expect(render('![Der Zähler](https://example.org/x.png)')).toBe('<div><p><em>Der Zähler</em></p></div>')
  })

  test.each(['> ', '>', '- ', '* ', '1. ', '- [ ] ', '> - '])(
    'thousands of %j in a line are not nested that deep',
    marker => {
      const html = render(`${marker.repeat(3_000)}Ende`)
      expect(html.match(/<(blockquote|ul|ol)>/g)?.length ?? 0).toBeLessThanOrEqual(8)
      expect(html).toContain('Ende')
    },
  )

  test('a rule and a list of three levels stay as they are', () => {
    expect(render('a\n\n--------------------\n\n- b\n  - c\n    - d')).toBe(
      '<div><p>a</p><hr/><ul><li>b<ul><li>c<ul><li>d</li></ul></li></ul></li></ul></div>',
    )
  })

  test('its highest heading takes the level that the page leaves for it, and no id of the page is taken', () => {
    expect(render('## Ablauf\n\n### Termin', 2)).toBe('<div><h2>Ablauf</h2><h3>Termin</h3></div>')
    expect(render('# Ablauf', 4)).toBe('<div><h4>Ablauf</h4></div>')
  })
})
