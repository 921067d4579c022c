/** The first script: small, so that the first page's requests start while the application still loads. */

import { limitPatience, showStartFailure } from './app/start-failure.ts'
import { connectApi } from './lib/api/api-client.ts'
import { setMailSending } from './lib/api/mail-sending.ts'
import { setProviderCalls } from './lib/api/provider-calls.ts'
import { nextTask } from './lib/browser/next-task.ts'
import { reloadPublicProfile } from './lib/session/public-profile.ts'
import { lookUpSession } from './lib/session/session.ts'
import { loadConfig } from './lib/session/web-config.ts'

const config = loadConfig().then(loaded => {
  connectApi({ backendUrl: loaded.backendUrl })
  setMailSending(loaded.sendsMail)
  setProviderCalls(loaded.callsProviders)
  return loaded
})
const lookup = config.then(lookUpSession)
const profile = config.then(reloadPublicProfile)

touchStorage()
const painted = framePainted()
void startApplication().catch(showStartFailure).finally(limitPatience())

async function startApplication(): Promise<void> {
  // Without a minimum time for the loading screen, nothing waits for its picture.
  const isHeld = await config.then(
    ({ loadingScreenMs }) => loadingScreenMs > 0,
    () => true,
  )
  if (isHeld) await painted
  const { start } = await import('./app/start.tsx')
  if (isHeld) await nextTask()
  await start(config, lookup, profile)
}

/** Paints the rings first: starting the application blocks painting for about 50 ms, on a phone for 200. */
function framePainted(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100) // A window in the background does not paint.
  })
}

/** The first access waits about 10 ms for another browser process, and the router accesses it on load. */
function touchStorage(): void {
  try {
    sessionStorage.getItem('')
  } catch {}
}
