/**
 * Subsets the two web fonts to the characters of German pages and writes them to `web/public/fonts`. The results are
 * committed: a build needs neither the full fonts nor the minutes to subset them. Run after an update of the font
 * packages: `node scripts/build-fonts.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

type FontCut = {
  source: string
  target: string
  /** Weights that stay variable, or the one weight the file is fixed to. */
  wght: { min: number; max: number } | number
}

const fonts: readonly FontCut[] = [
  {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    target: 'figtree.woff2',
    wght: { min: 400, max: 700 },
  },
  {
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    target: 'bricolage.woff2',
    wght: 700,
  },
]

/** Latin-1, German and French quotes, dashes, ellipsis, bullet, euro, minus, arrows, capital sharp s. */
function charactersKept(): string {
  const latin1 = [range(0x20, 0x7e), range(0xa0, 0xff)].flat()
  const extra = [...'‚‘’„“”‹›–—…•€−←↑→↓ẞŒœ\u2009\u202f'].map(character => character.codePointAt(0) ?? 0)
  return String.fromCodePoint(...latin1, ...extra)
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

for (const font of fonts) {
  const source = await readFile(new URL(`../node_modules/${font.source}`, import.meta.url))
  const cut = await subsetFont(source, charactersKept(), {
    targetFormat: 'woff2',
    variationAxes: { wght: font.wght },
  })
  await writeFile(new URL(`../web/public/fonts/${font.target}`, import.meta.url), cut)
  process.stdout.write(`${font.target} ${(cut.length / 1000).toFixed(1)} kB\n`)
}
