/**
 * Secrets that a journey types or receives and that no log may contain: recorded from its calls, searched in the output
 * when the server has stopped.
 */
import type { BrowserContext, Request } from 'playwright-core'
import { expect } from './expect.ts'

/** The demo's; every journey may use it. */
export const demoPassword = 'Sonnenstrom-2026'

/** Fields of bodies whose texts are secret or personal. */
const secretFields = /^(\w*password|secret|token|recoveryCodes?|code|heartbeatUrl|text|description|answer|body)$/i
const secretCookies = /^(__Host-)?(sid|csrftoken|device)$/
/** Shorter texts may be in a log by coincidence. */
const lengthMin = 8

/** Intended output of the start: the demo's logins, and the link of the initial set-up. */
const intendedOutput = /^(Demo logins: |Nothing is set up yet\. Open this link ).*$/gm

/** Returns a function that waits for the bodies of all answers so far. */
export function noteSecrets(context: BrowserContext, secrets: Set<string>): () => Promise<void> {
  const reading = new Set<Promise<void>>()
  context.on('request', request => {
    if (!isCall(request)) return
    noteTexts(parsed(request.postData()), secrets)
  })
  context.on('response', response => {
    const request = response.request()
    if (!isCall(request) || request.method() !== 'POST' || !response.ok()) return
    // A closed window no longer has bodies.
    const read = response.text().then(
      text => noteTexts(parsed(text), secrets),
      () => undefined,
    )
    reading.add(read)
    void read.then(() => reading.delete(read))
  })
  return async () => void (await Promise.all(reading))
}

/** Call before a window is closed, which clears its cookies. */
export async function noteCookies(context: BrowserContext, secrets: Set<string>): Promise<void> {
  for (const { name, value } of await context.cookies()) {
    if (secretCookies.test(name) && value.length >= lengthMin) secrets.add(decodeURIComponent(value))
  }
}

export function expectNoSecrets(output: string, secrets: ReadonlySet<string>): void {
  const log = output.replace(intendedOutput, '')
  // A server without output would prove nothing.
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
    // A form with a file, or an answer from elsewhere.
    return null
  }
}

/** As it would appear inside a JSON line of the log. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
