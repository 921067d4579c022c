import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadingMarkup, loadingStyle, rings, styleHash } from './build-loading-rings.ts'

const markup = loadingMarkup()
const style = loadingStyle()
const lines = [...markup.matchAll(/>([\d ]+)</g)].map(match => match[1] ?? '')

describe('the loading screen', () => {
  it('has 14 rings of 1,284 digits, each in a picture of its own', () => {
    expect(markup.match(/<svg /g)).toHaveLength(14)
    expect(lines).toHaveLength(14)
    expect(lines.join('').replaceAll(' ', '')).toHaveLength(1284)
  })

  it('groups the digits by one to five, and has no other text', () => {
    for (const line of lines) expect(line).toMatch(/^\d{1,5}( \d{1,5})*$/)
    expect(markup.replaceAll(/<[^>]*>/g, '').replaceAll(/[\d ]/g, '')).toBe('')
  })

  it('turns once in 22 seconds in the middle and in 110 at the rim, evenly in between', () => {
    const even = rings.map((_, index) => Math.round(22 + (index * 88) / 13))
    expect(rings.map(({ seconds }) => seconds)).toEqual(even)
    const inStyle = [...style.matchAll(/--s:(\d+)[;}]/g)].map(match => Number(match[1]))
    expect(inStyle).toEqual(even)
  })

  it('turns in twenty steps per second, all rings at the same moments', () => {
    expect(style).toContain('turn calc(var(--s)*1s) steps(calc(var(--s)*20)) infinite')
    expect(style).toContain('animation-delay:round(var(--i)*var(--s)*-.618s,1s),calc(')
  })

  it('shows the rings one after another, the last before the screen may leave', () => {
    const seconds = Number(/,calc\(var\(--o,var\(--i\)\)\*([\d.]+)s\)/.exec(style)?.[1])
    expect(seconds).toBeGreaterThan(0)
    expect((rings.length - 1) * seconds).toBeLessThan(1.5)
  })

  it('shows the ring of the largest digits at once', () => {
    const [first] = /nth-child\(\d+\)(?=\{[^}]*--o:0\})/.exec(style) ?? []
    const largest = Math.max(...rings.map(({ digitSize }) => digitSize))
    expect(first).toBe(`nth-child(${rings.findIndex(({ digitSize }) => digitSize === largest) + 1})`)
  })

  it('is the same in every build: its hash is stable', () => {
    expect(loadingMarkup()).toBe(markup)
    expect(styleHash(loadingStyle())).toBe(styleHash(style))
    expect(styleHash('x')).toBe("'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='")
  })

  it('needs no inline style and no script', () => {
    expect(markup).not.toMatch(/style=|<script|on\w+=/)
  })

  it('moves by transform alone, and not with reduced motion', () => {
    const [still = '', moving = ''] = style.split('@media(prefers-reduced-motion:no-preference)')
    expect(still).not.toMatch(/animation/)
    expect(moving.match(/@keyframes[^}]*\}\}/)?.[0]).toBe('@keyframes turn{to{transform:rotate(1turn)}}')
  })

  it('can wait for half a second before it shows, and shows at once where that is not supported', () => {
    expect(style).toContain('#loading.late .rings{animation:late 1ms .5s backwards}')
    expect(style).toContain('@keyframes late{0%,to{display:none}}')
    expect(markup).not.toContain('class="late"')
  })

  it('announces loading to screen readers, and hides the art', () => {
    expect(markup).toContain('role="status" aria-label="Wird geladen"')
    expect(markup).toContain('<div class="rings" aria-hidden="true">')
  })

  it('has a place in index.html, which stays small with it', () => {
    const page = readFileSync(new URL('../web/index.html', import.meta.url), 'utf8')
    expect(page).toContain('<!--loading-->')
    const full = page.replace('<!--loading-->', markup).replace('<!--loading-style-->', style)
    expect(brotliCompressSync(full).length).toBeLessThanOrEqual(3_500)
  })
})
