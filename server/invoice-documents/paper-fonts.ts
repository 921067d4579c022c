/** The paper's fonts, parsed once per thread. Only the document thread loads this. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** Static Figtree: the face of the portal. */
export const paperFontFiles = {
  regular: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  medium: '@expo-google-fonts/figtree/500Medium/Figtree_500Medium.ttf',
  semibold: '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
} as const
export type Weight = keyof typeof paperFontFiles

/** Words of one invoice and the fixed words of all; more would only grow with the number of invoices. */
const layoutsMax = 4_000

export const paperFonts: Readonly<Record<Weight, Font>> = {
  regular: openFont(paperFontFiles.regular),
  medium: openFont(paperFontFiles.medium),
  semibold: openFont(paperFontFiles.semibold),
}

/** A font that remembers how it sets a word: pdfkit asks several times for each, in every document again. */
function openFont(path: string): Font {
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(path))))
  const layOut = font.layout.bind(font)
  const layouts = new Map<string, ReturnType<Font['layout']>>()
  font.layout = (text, features) => {
    const key = `${features?.join(' ') ?? ''}|${text}`
    const known = layouts.get(key)
    if (known) return known
    if (layouts.size >= layoutsMax) layouts.clear()
    const layout = layOut(text, features)
    layouts.set(key, layout)
    return layout
  }
  nameGlyphs(font)
  return font
}

/**
 * fontkit keeps the characters of a glyph from its first use. Without this, `o` has none after it was written as a part
 * of `ö`, and the text of a later document lacks it. In ascending order, so that a glyph of two characters is the plain
 * one.
 */
function nameGlyphs(font: Font): void {
  for (const code of font.characterSet.toSorted((one, other) => one - other)) {
    const character = String.fromCodePoint(code)
    font.layout(character)
    font.layout(character, ['tnum'])
  }
}
