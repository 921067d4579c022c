import { expect, test } from 'vitest'
import { deviceKind, deviceName } from './device-name.ts'

const agents: readonly (readonly [string, string, string])[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox auf Linux', 'computer'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
    'Edge auf Windows',
    'computer',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
    'Safari auf macOS',
    'computer',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    'Chrome auf iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/144.0.0.0 Mobile Safari/537.36',
    'Samsung Internet auf Android',
    'phone',
  ],
  ['curl/8.5.0', 'Unbekanntes Gerät', 'unknown'],
  ['', 'Unbekanntes Gerät', 'unknown'],
]

test.each(agents)('%s has the name people know', (userAgent, name, kind) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(deviceKind(userAgent)).toBe(kind)
})
