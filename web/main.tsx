/** The first script: small, so that the look-up of the customer is under way while the application still loads. */
import { connectApi } from '#web/lib/api.ts'
import { loadConfig } from '#web/lib/config.ts'
import { lookUpSession } from '#web/lib/session.ts'
import { showStartFailure } from './app/start-failure.ts'

const config = loadConfig().then(loaded => {
  connectApi({ backendUrl: loaded.backendUrl })
  return loaded
})
const lookup = config.then(lookUpSession)

import('./app/start.tsx').then(({ start }) => start(config, lookup)).catch(showStartFailure)
