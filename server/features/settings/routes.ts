import { settings } from '#contract/settings.ts'
import { bind } from '#server/http/bind.ts'
import { changeProfile } from './commands.ts'
import { presentProfile, presentPublicProfile } from './present.ts'
import { getProfile } from './queries.ts'

export const settingsRoutes = bind('settings', settings, {
  publicProfile: async ({ db }) => presentPublicProfile(await getProfile(db)),
  profile: async ({ db }) => presentProfile(await getProfile(db)),
  replaceProfile: async (context, { body, revision }) => presentProfile(await changeProfile(context, body, revision)),
  updateProfile: async (context, { body, revision }) => presentProfile(await changeProfile(context, body, revision)),
})
