import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Units that may follow a number, in the forms that our texts use. */
const units =
  'Tagen?|Stunden?|Minuten?|Sekunden?|Wochen?|Monaten?|Jahren?|Zeichen|Zeilen?|Seiten?|Codes?|Eintr(?:ag|äge|ägen)|Tickets?|Rechnung(?:en)?|Dienste?|Dateien?|Std\\.|Min\\.|Uhr|[kMK]B|ms|€|%'

test('no text lets a number and its unit break across two lines', () => {
  const files = globSync('web/texts/*.ts').filter(file => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(20)
  const apart = new RegExp(`(?:\\}|\\d) (?:${units})(?!\\p{L})`, 'u')
  const found = files.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(line => apart.test(line) && !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
      .map(line => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

test('every sentence is shown somewhere', () => {
  const isTexts = (file: string) => file.endsWith('.texts.ts')
  const files = globSync(['{web,server,contract,energy}/**/*.{ts,tsx}', 'scripts/build-*.ts']).filter(
    file => !/\.test\.tsx?$/.test(file),
  )
  const sources = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
  const others = [...sources].filter(([file]) => !isTexts(file)).map(([, source]) => source)
  // Values of the contract name their texts: `texts.states[state]`.
  const words = new Set(others.flatMap(source => source.match(/[\w$]+/g) ?? []))
  const read = new Set([...sources.values()].flatMap(source => source.match(/(?<=\.)[\w$]+/g) ?? []))
  const unused = [...sources]
    .filter(([file]) => isTexts(file))
    .flatMap(([file, source]) =>
      [...source.matchAll(/^ +([a-z]\w*):/gim)]
        .map(([, key = '']) => key)
        .filter(key => !words.has(key) && !read.has(key))
        .map(key => `${file}: ${key}`),
    )
  expect([...sources.keys()].filter(isTexts).length).toBeGreaterThan(20)
  expect(unused).toEqual([])
})
