/**
 * The loading screen: 14 concentric rings of digits, drawn before any script has run.
 * Pure: the same digits in every build, so that the style block keeps its CSP hash.
 * Each ring is an svg of its own, because 14 small layers turn on the compositor alone.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

type Ring = { radius: number; digitSize: number; seconds: number }

/** Radii and digit sizes in units of half a stage = 500; one turn takes 22 s in the middle and 110 s at the rim. */
export const rings: readonly Ring[] = [
  { radius: 87, digitSize: 20, seconds: 22 },
  { radius: 112, digitSize: 15.3, seconds: 29 },
  { radius: 134, digitSize: 23.5, seconds: 36 },
  { radius: 162, digitSize: 16.5, seconds: 42 },
  { radius: 186, digitSize: 30.6, seconds: 49 },
  { radius: 220, digitSize: 15.3, seconds: 56 },
  { radius: 244, digitSize: 21.2, seconds: 63 },
  { radius: 272, digitSize: 16.5, seconds: 69 },
  { radius: 297, digitSize: 40, seconds: 76 },
  { radius: 340, digitSize: 16.5, seconds: 83 },
  { radius: 366, digitSize: 24.7, seconds: 90 },
  { radius: 399, digitSize: 17.6, seconds: 96 },
  { radius: 427, digitSize: 51.7, seconds: 103 },
  { radius: 479, digitSize: 20, seconds: 110 },
]

/**
 * A digit moves at most 22 pixels per second, so this many steps look smooth. Without a graphics card each frame costs
 * a quarter of the time between two.
 */
const framesPerSecond = 20
/** The rings appear one after another: drawing all at once takes as long as evaluating the application. */
const ringDelaySeconds = 0.1
/** Their ring is there at once, in order (`--o`) 0: if it came later, browsers would call the page late for it. */
const largestDigits = Math.max(...rings.map(({ digitSize }) => digitSize))

/** Width of a digit with its share of spacing, as a part of its size. */
const advance = 0.643

export function loadingMarkup(): string {
  const nextRandom = createRandom(14_1284)
  const art = rings.map((ring, index) => ringMarkup(ring, index, nextRandom)).join('')
  return `<div id="loading" role="status" aria-label="Wird geladen"><div class="rings" aria-hidden="true">${art}</div></div>`
}

function ringMarkup({ radius, digitSize }: Ring, index: number, nextRandom: () => number): string {
  const circumference = 2 * Math.PI * radius
  const characters = Math.round(circumference / (digitSize * advance))
  const digits = digitGroups(characters - 1, nextRandom)
  const length = Math.round(circumference * (1 - 1 / characters))
  const half = Math.ceil(radius + digitSize)
  const arc = `a${radius} ${radius} 0 0 1 0 `
  const path = `<path id="r${index}" fill="none" d="M0-${radius}${arc}${2 * radius}${arc}-${2 * radius}"/>`
  const text = `<text font-size="${digitSize}" textLength="${length}"><textPath href="#r${index}">${digits}</textPath></text>`
  return `<svg width="${half / 5}%" viewBox="-${half}-${half} ${2 * half} ${2 * half}">${path}${text}</svg>`
}

/** Groups of one to five digits with a gap between them, `length` characters in all. */
function digitGroups(length: number, nextRandom: () => number): string {
  let text = ''
  let left = 0
  for (let index = 0; index < length; index++) {
    const isGap = left === 0 && index > 0 && index < length - 1
    if (left === 0) left = 1 + Math.floor(nextRandom() * 5)
    if (isGap) {
      text += ' '
    } else {
      text += Math.floor(nextRandom() * 10)
      left--
    }
  }
  return text
}

/** Mulberry32: small, and the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * `.rings` is also the motif of hero and error pages (`web/components/display/ring-art.tsx`): there it does not move.
 * No inline style attribute anywhere: one hash allows the block. Geometric precision saves a font per size. While it
 * fades out it does not move either: that leaves the processor to the page being rendered.
 */
export function loadingStyle(): string {
  const perRing = rings
    .map(
      ({ seconds, digitSize }, index) =>
        `.rings svg:nth-child(${index + 1}){--i:${index};--s:${seconds}${digitSize === largestDigits ? ';--o:0' : ''}}`,
    )
    .join('')
  return [
    ':root{color-scheme:light dark}',
    'body{margin:0}',
    '#loading{all:initial;color-scheme:light dark;position:fixed;inset:0;z-index:90;display:grid;place-content:center;overflow:hidden;background:#fbfbf4;transition:opacity .32s,transform .32s}',
    '#loading.leaving{opacity:0;transform:scale(1.06)}',
    '#loading *{box-sizing:border-box;border:0 solid;padding:0}',
    '#loading .rings{width:clamp(31rem,94vmin,50rem)}',
    '.rings{position:relative;aspect-ratio:1}',
    '.rings::before{content:"";position:absolute;inset:0;background:radial-gradient(closest-side,oklch(.88 .17 108/.5),oklch(.88 .17 108/.12) 24%,transparent 78%)}',
    '.rings svg{position:absolute;inset:0;margin:auto;overflow:visible;fill:oklch(calc(.55 + .014*var(--i)) .135 calc(110 - 1.8*var(--i)));font:500 1px system-ui,sans-serif;font-variant-numeric:tabular-nums;text-rendering:geometricPrecision;rotate:calc(137.5deg*var(--i))}',
    '.rings svg:nth-child(2n){opacity:.64}',
    perRing,
    '@media(prefers-color-scheme:dark){#loading{background:#0b0f0a}.rings svg{fill:oklch(calc(.955 - .018*var(--i)) .185 calc(112 - 2*var(--i)))}.rings::before{background:radial-gradient(closest-side,oklch(.8 .17 108/.34),oklch(.8 .17 108/.08) 24%,transparent 78%)}}',
    `@media(prefers-reduced-motion:no-preference){#loading svg{rotate:none;will-change:transform;animation:turn calc(var(--s)*1s) steps(calc(var(--s)*${framesPerSecond})) infinite,late 1ms backwards;animation-delay:round(var(--i)*var(--s)*-.618s,1s),calc(var(--o,var(--i))*${ringDelaySeconds}s)}#loading svg:nth-child(2n){animation-direction:reverse,normal}#loading.leaving svg{animation-play-state:paused}}`,
    '@keyframes turn{to{transform:rotate(1turn)}}',
    '#loading.late .rings{animation:late 1ms .5s backwards}',
    '@keyframes late{0%,to{display:none}}',
  ].join('')
}

/** `'sha256-…'` for the style-src of the page's Content-Security-Policy. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** Replaces `<!--loading-->` with the loading screen, and adds its style block at the end of the head. */
export function loadingRings(): Plugin {
  return {
    name: 'loading-rings',
    transformIndexHtml: {
      order: 'post',
      handler: html =>
        html
          .replace('<!--loading-style-->', `<style>${loadingStyle()}</style>`)
          .replace('<!--loading-->', loadingMarkup()),
    },
  }
}
