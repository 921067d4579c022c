import type { Answer } from '#contract/endpoint.ts'
import { passkeys } from '#contract/passkeys.ts'
import { userOf } from '#server/auth/actor.ts'
import { bind } from '#server/http/bind.ts'
import { answerLogin } from './account.routes.ts'
import { addPasskey, deletePasskey, renamePasskey, startRegistration } from './passkey.commands.ts'
import { presentPasskey } from './passkey.present.ts'
import { logInWithPasskey, startPasskeyLogin } from './passkey-login.commands.ts'

export const passkeyRoutes = bind('passkeys', passkeys, {
  // The library fills in every field the contract names; its types leave some open.
  startRegistration: async context =>
    (await startRegistration(context, userOf(context))) as Answer<typeof passkeys.startRegistration>,
  add: async (context, { body, reply }) => {
    const { session, recoveryCodes } = await addPasskey(context, userOf(context), body)
    reply.setSessionCookie(session.token, session.until)
    return { recoveryCodes }
  },
  rename: async (context, { params, body }) =>
    presentPasskey(await renamePasskey(context, userOf(context), params.id, body.name)),
  remove: async (context, { params, reply }) => {
    const { token, until } = await deletePasskey(context, userOf(context), params.id)
    reply.setSessionCookie(token, until)
    return undefined
  },
  // As above.
  startLogin: async (context, { reply }) =>
    (await startPasskeyLogin(context, reply.pendingLogin)) as Answer<typeof passkeys.startLogin>,
  logIn: async (context, { body, reply }) => {
    const { pendingLogin: token, deviceMark } = reply
    const loggedIn = await logInWithPasskey(context, body, { token, deviceMark })
    if (token !== undefined) reply.clearPendingLogin()
    return answerLogin(context, loggedIn, reply)
  },
})
