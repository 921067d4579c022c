import { describe, expect, it } from 'vitest'
import { linkUrl } from '#contract/fields.ts'
import { hostOf, withScheme } from './web-address.ts'

describe('an address', () => {
  it.each([
    ['https://www.dwd.de/DE/wetter', 'dwd.de'],
    ['http://192.168.178.40:8123/', '192.168.178.40:8123'],
    ['https://größl.de', 'größl.de'],
    ['https://www.de', 'www.de'],
    ['HTTPS://Example.org?a', 'Example.org'],
  ])('%s is shown as %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })

  it.each([
    ['dwd.de', 'https://dwd.de'],
    [' fritz.box:8443/x ', 'https://fritz.box:8443/x'],
    ['192.168.178.1', 'https://192.168.178.1'],
    ['http://fritz.box', 'http://fritz.box'],
    ['router', 'router'],
    ['mailto:jana@example.org', 'mailto:jana@example.org'],
    ['jana@example.org', 'jana@example.org'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['', ''],
  ])('typed as %j means %j', (typed, meant) => {
    expect(withScheme(typed)).toBe(meant)
  })

  it('the contract alone decides which input is accepted', () => {
    expect(linkUrl.safeParse(withScheme('dwd.de')).success).toBe(true)
    expect(linkUrl.safeParse(withScheme('javascript:alert(1)')).success).toBe(false)
    expect(linkUrl.safeParse(withScheme('jana@example.org')).success).toBe(false)
  })
})
