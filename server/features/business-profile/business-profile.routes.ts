import { settings } from '#contract/business-profile.ts'
import { findLogo } from '#server/files/stored-logo.ts'
import { bind } from '#server/http/bind.ts'
import { changeProfile } from './business-profile.commands.ts'
import { presentProfile, presentPublicProfile } from './business-profile.present.ts'
import { getProfile } from './business-profile.queries.ts'

export const settingsRoutes = bind('settings', settings, {
  publicProfile: async ({ db }) => presentPublicProfile(await getProfile(db), await findLogo(db)),
  profile: async ({ db }) => presentProfile(await getProfile(db), await findLogo(db)),
  replaceProfile: async (context, { body, revision }) =>
    presentProfile(await changeProfile(context, body, revision), await findLogo(context.db)),
  updateProfile: async (context, { body, revision }) =>
    presentProfile(await changeProfile(context, body, revision), await findLogo(context.db)),
})
