/** What a journey types and is given that no log may hold: noted from its calls, looked for when the server has ended. */
import type { BrowserContext, Request } from 'playwright-core'
import { expect } from 'vitest'

/** Of the demo; every journey may use it. */
export const demoPassword = 'Sonnenstrom-2026'

/** Fields of bodies whose texts are secret or somebody's own words. */
const secretFields = /^(\w*password|secret|token|recoveryCodes?|code|heartbeatUrl|text|description|answer|body)$/i
const secretCookies = /^(__Host-)?(sid|csrftoken|device)$/
/** Shorter ones stand in a log by chance. */
const lengthMin = 8

/** What the process says on purpose when it starts: how to log in to the demo, and the link of the first set-up. */
const saidOnPurpose = /^(Demo logins: |Nothing is set up yet\. Open this link ).*$/gm

/** Returns what waits until the bodies of all answers so far are read. */
export function noteSecrets(context: BrowserContext, secrets: Set<string>): () => Promise<void> {
  const reading = new Set<Promise<void>>()
  context.on('request', request => {
    if (!isCall(request)) return
    noteTexts(parsed(request.postData()), secrets)
  })
  context.on('response', response => {
    const request = response.request()
    if (!isCall(request) || request.method() !== 'POST' || !response.ok()) return
    // A window that was closed by the journey has no bodies any more.
    const read = response.text().then(
      text => noteTexts(parsed(text), secrets),
      () => undefined,
    )
    reading.add(read)
    void read.then(() => reading.delete(read))
  })
  return async () => void (await Promise.all(reading))
}

/** Before a window is closed, which forgets them. */
export async function noteCookies(context: BrowserContext, secrets: Set<string>): Promise<void> {
  for (const { name, value } of await context.cookies()) {
    if (secretCookies.test(name) && value.length >= lengthMin) secrets.add(decodeURIComponent(value))
  }
}

export function expectNoSecrets(output: string, secrets: ReadonlySet<string>): void {
  const log = output.replace(saidOnPurpose, '')
  // Of a server that printed nothing, nothing would be shown.
  expect(log, 'what the server has printed').toContain('"requestId"')
  const found = [demoPassword, ...secrets].filter(secret => log.includes(secret) || log.includes(quoted(secret)))
  expect(found, 'secrets in what the server has printed').toEqual([])
}

function isCall(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/')
}

function noteTexts(value: unknown, secrets: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const texts = Array.isArray(part) ? part : [part]
    for (const text of texts) {
      if (typeof text !== 'string') noteTexts(text, secrets)
      else if (secretFields.test(name) && text.length >= lengthMin) secrets.add(text)
    }
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    // A form with a file, or an answer that is none of ours.
    return null
  }
}

/** As it would stand inside a line of the log, which is JSON. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
