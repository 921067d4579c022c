import { execFileSync } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { invoiceSamples } from '#server/testing/invoice-samples.ts'
import { draftSample } from '#server/testing/paper-samples.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { checkedXml } from './checked-xml.ts'
import type { DocumentRequest } from './document-request.ts'
import { createDocumentThread, type DocumentThreadOptions } from './document-thread.ts'
import { renderOriginal } from './invoice-files.ts'

const xml = new TextEncoder().encode('<invoice/>')
const { standard } = invoiceSamples
const original: DocumentRequest = { kind: 'original', snapshot: standard, xml, logo: null }
const preview: DocumentRequest = { kind: 'preview', draft: draftSample, logo: null }
const locked: DocumentRequest = { kind: 'lockedCopy', snapshot: standard, password: 'ABCD-EFGH', logo: null }
/** pdfkit fails on it. */
const broken: DocumentRequest = { ...original, logo: new Uint8Array([1, 2, 3]) }

const started: { stop(): Promise<void> }[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(started.splice(0).map(thread => thread.stop()))
})

function startThread(options: Partial<DocumentThreadOptions> = {}) {
  const thread = createDocumentThread(options)
  started.push(thread)
  return thread
}

/** The threads that start from now on. */
function watchThreads(): Worker[] {
  const threads: Worker[] = []
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message) {
    if (!threads.includes(this)) threads.push(this)
    return postMessage.apply(this, message)
  })
  return threads
}

describe('the document thread', () => {
  test('starts on demand and makes the same bytes as any other thread', async () => {
    const thread = startThread()
    expect(thread.isRunning()).toBe(false)
    // This thread has drawn other invoices before: fonts and their glyphs are shared.
    await renderOriginal(invoiceSamples['special-letters'], { xml, logo: null })
    const own = await renderOriginal(standard, { xml, logo: null })
    expect(Buffer.from(await thread.render(original)).equals(Buffer.from(own))).toBe(true)
    expect(thread.isRunning()).toBe(true)
  })

  test('makes locked copies and previews', async () => {
    const thread = startThread()
    const [copy, draft] = await Promise.all([thread.render(locked), thread.render(preview)])
    expect(await readPdf(copy, async pdf => pdf.numPages, 'ABCD-EFGH')).toBe(1)
    expect(await readPdf(draft, async pdf => pdf.numPages)).toBe(1)
  })

  test('writes and checks the XML of an invoice as this thread does, and lists its findings', async () => {
    const thread = startThread()
    expect(await thread.check(standard)).toEqual(await checkedXml(standard))
    const { files, findings } = await thread.check({ ...standard, dueDate: '2020-01-01' })
    expect(files.length).toBeGreaterThan(0)
    expect(findings.map(({ rule }) => rule)).toContain('KP-DUE-BEFORE-ISSUE')
  })

  test('ends when nobody asks any more, and starts again', async () => {
    const thread = startThread({ idleMs: 1 })
    await thread.render(original)
    await expect.poll(() => thread.isRunning()).toBe(false)
    expect((await thread.render(original)).length).toBeGreaterThan(10_000)
  })

  test('works in order, and lets a person go before a run', async () => {
    const thread = startThread()
    const done: string[] = []
    const note = (name: string) => () => done.push(name)
    await Promise.all([
      thread.render(original, 'run').then(note('run 1')),
      thread.render(original, 'run').then(note('run 2')),
      thread.render(original, 'run').then(note('run 3')),
      thread.render(preview).then(note('person 1')),
      thread.render(preview).then(note('person 2')),
    ])
    expect(done).toEqual(['run 1', 'person 1', 'person 2', 'run 2', 'run 3'])
  })

  test('fails the request it works on when it is killed, and serves the next ones with a new thread', async () => {
    const threads = watchThreads()
    const thread = startThread()
    const first = thread.render(original)
    const second = thread.render(original)
    await threads[0]?.terminate()
    await expect(first).rejects.toMatchObject({ name: 'DocumentError', code: 'thread_ended' })
    expect((await second).length).toBeGreaterThan(10_000)
    expect(threads).toHaveLength(2)
  })

  test('gives up a document that takes too long, and serves the next one', async () => {
    const slow = startThread({ timeoutMs: 1 })
    await expect(slow.render(original)).rejects.toMatchObject({ code: 'too_slow' })
    expect(slow.isRunning()).toBe(false)
  })

  test('has bounded memory: a document that needs more fails, and the process continues', async () => {
    const small = startThread({ memoryMb: 4 })
    await expect(small.render(original)).rejects.toMatchObject({ code: 'thread_ended' })
  })

  test('states why it could not render, and continues', async () => {
    const thread = startThread()
    await expect(thread.render(broken)).rejects.toMatchObject({ code: 'not_rendered', message: /image/i })
    expect((await thread.render(original)).length).toBeGreaterThan(10_000)
  })

  test('fails waiting requests when the process ends, and accepts nothing more', async () => {
    const thread = startThread()
    const waiting = [thread.render(original), thread.render(original, 'run')]
    const failed = Promise.allSettled(waiting)
    await thread.stop()
    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect(thread.render(original)).rejects.toMatchObject({ code: 'stopped' })
    expect(thread.isRunning()).toBe(false)
  })
})

test('the main thread loads neither pdfkit nor pdf-lib nor a font', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('./document-thread.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./printable-characters.ts', import.meta.url).href)})
    await import(${JSON.stringify(new URL('./pdf-password.ts', import.meta.url).href)})
    console.log(JSON.stringify(urls))
  `
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  const urls: string[] = JSON.parse(output)
  expect(urls.some(url => url.endsWith('/document-thread.ts'))).toBe(true)
  expect(urls.filter(url => url.includes('node_modules'))).toEqual([])
})
