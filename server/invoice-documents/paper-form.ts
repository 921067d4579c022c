/** The form of the page: DIN 5008 form B, the styles of text, the colours. In points unless stated. */
import type { Weight } from './paper-fonts.ts'

export type TextStyle = {
  weight: Weight
  size: number
  /** Distance of two base lines. */
  leading: number
  color: string
  /** Figures of equal width. */
  hasFigures?: true
  align?: 'right'
}

export function mm(millimetres: number): number {
  return (millimetres * 72) / 25.4
}

const width = 595.28
const left = mm(25)

export const page = {
  left,
  width: width - left - mm(20),
  right: width - mm(20),
  /** Of the head of the first page. */
  top: mm(15),
  /** Below the head of every other page. */
  continuedTop: mm(34),
  /** Above the page number. */
  bottom: mm(259),
} as const

/** DIN 5008 form B. */
export const letter = {
  logo: { top: mm(14), widthMax: mm(75), heightMax: mm(22) },
  /** The window: sender's line, then six lines of address. */
  sender: { bottom: mm(61.5), width: mm(80) },
  address: { top: mm(63.5), width: mm(80), height: mm(26.5) },
  facts: { left: mm(122), top: mm(48), labelWidth: mm(29), width: mm(68) },
  /** The text begins here or below the facts. */
  textTop: mm(101),
  folds: [mm(105), mm(210)],
  hole: mm(148.5),
  pageNumber: mm(262.5),
  foot: mm(270),
} as const

export const colors = {
  ink: '#121711',
  muted: '#5b6056',
  hairline: '#d5d8cc',
  panel: '#f3f4ec',
  plate: '#ffffff',
} as const

const ink = colors.ink
const muted = colors.muted

export const styles = {
  sender: { weight: 'regular', size: 7, leading: 9, color: muted },
  company: { weight: 'semibold', size: 17, leading: 22, color: ink },
  title: { weight: 'semibold', size: 18, leading: 24, color: ink },
  heading: { weight: 'semibold', size: 11, leading: 15, color: ink },
  body: { weight: 'regular', size: 9.5, leading: 13.5, color: ink },
  strong: { weight: 'semibold', size: 9.5, leading: 13.5, color: ink },
  small: { weight: 'regular', size: 8.5, leading: 12, color: muted },
  label: { weight: 'medium', size: 8, leading: 12, color: muted },
  factLabel: { weight: 'regular', size: 8.5, leading: 13, color: muted },
  fact: { weight: 'regular', size: 9, leading: 13, color: ink, hasFigures: true },
  factStrong: { weight: 'semibold', size: 9, leading: 13, color: ink, hasFigures: true },
  figure: { weight: 'regular', size: 9.5, leading: 13.5, color: ink, hasFigures: true, align: 'right' },
  figureStrong: { weight: 'semibold', size: 9.5, leading: 13.5, color: ink, hasFigures: true, align: 'right' },
  figureMuted: { weight: 'regular', size: 9.5, leading: 13.5, color: muted, hasFigures: true, align: 'right' },
  grossLabel: { weight: 'semibold', size: 11.5, leading: 18, color: ink },
  gross: { weight: 'semibold', size: 11.5, leading: 18, color: ink, hasFigures: true, align: 'right' },
  foot: { weight: 'regular', size: 7, leading: 9.6, color: muted },
  footStrong: { weight: 'medium', size: 7, leading: 9.6, color: ink },
  notice: { weight: 'regular', size: 7.5, leading: 10, color: muted },
  pageNumber: { weight: 'regular', size: 7.5, leading: 10, color: muted, align: 'right' },
} as const satisfies Record<string, TextStyle>
