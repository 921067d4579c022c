import { ownSettings } from '#contract/user-settings.ts'
import { bind } from '#server/http/bind.ts'
import { confirm, readConfirmation } from './confirmation.commands.ts'
import { changeSettings, confirmContactByMail, takeBackEmailChange } from './user-settings.commands.ts'
import { presentSettings } from './user-settings.present.ts'
import { getOwner, getOwnSettings } from './user-settings.queries.ts'

export const userSettingsRoutes = bind('ownSettings', ownSettings, {
  get: async ({ db, actor, clock }) => presentSettings(await getOwnSettings(db, getOwner(actor), clock.now())),
  replace: async (context, { body, revision }) =>
    presentSettings(await changeSettings(context, getOwner(context.actor), body, { revision, isWhole: true })),
  update: async (context, { body, revision }) =>
    presentSettings(await changeSettings(context, getOwner(context.actor), body, { revision, isWhole: false })),
  cancelEmailChange: async context => presentSettings(await takeBackEmailChange(context, getOwner(context.actor))),
  askToConfirmContact: async context => presentSettings(await confirmContactByMail(context, getOwner(context.actor))),
  readConfirmation: async (context, { body }) => readConfirmation(context, body.token),
  confirm: async (context, { body }) => {
    await confirm(context, body)
    return undefined
  },
})
