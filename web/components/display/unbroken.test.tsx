import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { FileName } from '#web/components/file/file-name.tsx'
import { unbroken } from './unbroken.tsx'

/** Marks parts that stay on one line with `[]` and other places to break with `|`. */
function marked(node: React.ReactNode): string {
  return renderToStaticMarkup(node)
    .replaceAll('<span class="whitespace-nowrap">', '[')
    .replaceAll('</span>', ']')
    .replaceAll('<span>', '')
    .replaceAll('<wbr/>', '|')
}

describe('a text', () => {
  test.each([
    ['Die Zeitmessung für T-2026-0054 läuft.', 'Die Zeitmessung für [T-2026-0054] läuft.'],
    ['RE-2026-00048 · fällig', '[RE-2026-00048] · fällig'],
    ['K-1013, A-2026-0016', '[K-1013], [A-2026-0016]'],
    ['Ihre E-Mail-Adresse, per E-Mail.', 'Ihre [E-Mail]-Adresse, per [E-Mail].'],
    ['an anna.lang@wein-gut.example.', 'an [anna]|[.lang]|[@wein-gut]|[.example].'],
    ['Freibad e. V., Weingut Co. KG', 'Freibad [e. V.], Weingut [Co. KG]'],
    ['WLAN-Steuerung im Haus 4-6', 'WLAN-Steuerung im Haus 4-6'],
  ])('„%s“ keeps its numbers and addresses whole', (text, expected) => {
    expect(marked(unbroken(text))).toBe(expected)
  })

  test('leaves other nodes unchanged', () => {
    expect(marked(unbroken(<b>RE-2026-00048</b>))).toBe('<b>RE-2026-00048</b>')
    expect(unbroken(undefined)).toBeUndefined()
  })
})

test('a file name breaks at its separators, not within a document number', () => {
  expect(marked(<FileName name="Rechnung_RE-2026-00050.pdf" />)).toBe('Rechnung_|[RE-2026-00050]|.pdf')
  expect(marked(<FileName name="Plan" />)).toBe('Plan')
})
