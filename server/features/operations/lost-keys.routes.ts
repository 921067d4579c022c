import { lostKeys } from '#contract/lost-keys.ts'
import { bind } from '#server/http/bind.ts'
import { listLostKeys } from '#server/secrets/canary.ts'

export const lostKeyRoutes = bind('lostKeys', lostKeys, {
  list: async context => ({ keyIds: await listLostKeys(context) }),
})
