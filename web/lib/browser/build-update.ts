/** Detects that the server has a newer build than this page. It only reports that; it never reloads the page itself. */
import { readSiteFile } from '#web/lib/api/api-client.ts'

/**
 * Checks every `intervalSeconds` and whenever the window regains focus. Calls `onUpdate` once and stops. Returns a
 * function that stops earlier. Does nothing for a page without a release, as in development.
 */
export function watchForUpdate(intervalSeconds: number, onUpdate: () => void): () => void {
  const running = runningRelease()
  if (!running || intervalSeconds === 0) return () => {}
  const stopping = new AbortController()

  async function check() {
    if (document.hidden || (await newestRelease(running ?? '')) === running || stopping.signal.aborted) return
    stop()
    onUpdate()
  }
  function stop() {
    stopping.abort()
    clearInterval(timer)
  }
  const timer = setInterval(check, intervalSeconds * 1000)
  addEventListener('focus', check, { signal: stopping.signal })
  document.addEventListener('visibilitychange', check, { signal: stopping.signal })
  return stop
}

function runningRelease(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content
}

/** Without an answer there is no newer build as far as we know. */
async function newestRelease(running: string): Promise<string> {
  const file = await readSiteFile('/build.json').catch(() => undefined)
  const hasRelease = typeof file === 'object' && file !== null && 'release' in file
  return hasRelease && typeof file.release === 'string' ? file.release : running
}
