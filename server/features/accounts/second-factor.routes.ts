import { secondFactors } from '#contract/second-factor.ts'
import { AppError } from '#server/app-error.ts'
import { isImpersonating, userOf } from '#server/auth/actor.ts'
import { getSecondFactor } from '#server/auth/second-factor-store.ts'
import { bind } from '#server/http/bind.ts'
import { answerLogin } from './account.routes.ts'
import { finishLogin } from './login.commands.ts'
import { confirmSetUp, renewRecoveryCodes, startSetUp, turnOff } from './second-factor.commands.ts'
import { presentSecondFactor } from './second-factor.present.ts'

export const secondFactorRoutes = bind('secondFactors', secondFactors, {
  logIn: async (context, { body, reply }) => {
    const { pendingLogin: token, deviceMark } = reply
    const loggedIn = await finishLogin(context, body, { token, deviceMark })
    reply.clearPendingLogin()
    return answerLogin(context, loggedIn, reply)
  },
  get: async context => {
    if (isImpersonating(context.actor)) throw new AppError('not_found')
    return presentSecondFactor(await getSecondFactor(context.db, userOf(context).userId))
  },
  startTotp: context => startSetUp(context, userOf(context)),
  confirmTotp: async (context, { body, reply }) => {
    const { session, recoveryCodes } = await confirmSetUp(context, userOf(context), body.code)
    reply.setSessionCookie(session.token, session.until)
    return { recoveryCodes }
  },
  removeTotp: async (context, { body, reply }) => {
    const { token, until } = await turnOff(context, userOf(context), body)
    reply.setSessionCookie(token, until)
    return undefined
  },
  renewRecoveryCodes: async context => ({ recoveryCodes: await renewRecoveryCodes(context, userOf(context)) }),
})
