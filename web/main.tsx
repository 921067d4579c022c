/** The first script: small, so that what the first page asks for is under way while the application still loads. */

import { limitPatience, showStartFailure } from './app/start-failure.ts'
import { connectApi } from './lib/api/api-client.ts'
import { setMailSending } from './lib/api/mail-sending.ts'
import { reloadPublicProfile } from './lib/session/public-profile.ts'
import { lookUpSession } from './lib/session/session.ts'
import { loadConfig } from './lib/session/web-config.ts'

const config = loadConfig().then(loaded => {
  connectApi({ backendUrl: loaded.backendUrl })
  setMailSending(loaded.sendsMail)
  return loaded
})
const lookup = config.then(lookUpSession)
const profile = config.then(reloadPublicProfile)

touchStorage()
const painted = framePainted()
// Where the loading screen is not held, nothing waits for its picture.
config
  .then(
    ({ loadingScreenMs }) => (loadingScreenMs > 0 ? painted : undefined),
    () => painted,
  )
  .then(() => import('./app/start.tsx'))
  .then(({ start }) => start(config, lookup, profile))
  .catch(showStartFailure)
  .finally(limitPatience())

/** The rings come first: starting the application keeps the browser from painting for some 50 ms, on a phone for 200. */
function framePainted(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100) // a window in the background paints nothing
  })
}

/** The first look into it waits some 10 ms for another process of the browser, and the router looks when it is loaded. */
function touchStorage(): void {
  try {
    sessionStorage.getItem('')
  } catch {}
}
