import { accounts } from '#contract/accounts.ts'
import { userOf } from '#server/auth/actor.ts'
import { reauthenticate } from '#server/auth/reauthentication.ts'
import { listMethods } from '#server/auth/second-factor-store.ts'
import type { NewSession } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { getProfile } from '#server/features/business-profile/business-profile.queries.ts'
import { endImpersonation, startImpersonation } from '#server/features/impersonations/impersonation.commands.ts'
import type { Reply } from '#server/http/answer/reply.ts'
import { bind } from '#server/http/bind.ts'
import { presentCurrentSession, presentPasswordLink, presentPendingLogin, presentSession } from './account.present.ts'
import { findCurrentSession, findLastFailedLogin, listSessions, noSession } from './account.queries.ts'
import { type LoggedIn, logIn, logOut } from './login.commands.ts'
import { changePassword, readPasswordLink, requestPasswordReset, setPassword } from './password.commands.ts'
import { revokeSession } from './session-end.commands.ts'
import { setUp } from './set-up.commands.ts'
import { isSetUpRequired } from './set-up.queries.ts'

export const accountRoutes = bind('accounts', accounts, {
  login: async (context, { body, reply }) => {
    const outcome = await logIn(context, body, reply.deviceMark)
    if ('session' in outcome) return { ...(await answerLogin(context, outcome, reply)), secondFactor: null }
    const { token, until } = outcome.pending
    reply.setPendingLogin(token, until)
    return presentPendingLogin(await listMethods(context.db, outcome.userId), until)
  },
  logout: async (context, { reply }) => {
    await logOut(context)
    reply.clearSessionCookie()
    return undefined
  },
  session: async (context, { reply }) => {
    reply.ensureCsrfCookie()
    return answerSession(context)
  },
  listSessions: async (context, { query }) => {
    const { userId, sessionId } = userOf(context)
    const { count, results } = await listSessions(context.db, userId, context.clock.now(), query)
    const lastFailedLogin = await findLastFailedLogin(context.db, userId)
    return { count, results: results.map(row => presentSession(row, sessionId)), lastFailedLogin }
  },
  revokeSession: async (context, { params, reply }) => {
    const actor = userOf(context)
    await revokeSession(context, actor, params.id)
    if (params.id === actor.sessionId) reply.clearSessionCookie()
    return undefined
  },
  changePassword: async (context, { body, reply }) => {
    const { session, deviceMark } = await changePassword(context, userOf(context), body)
    setSession(reply, session)
    reply.setDeviceMark(deviceMark)
    return undefined
  },
  reauthenticate: async (context, { body, reply }) => {
    setSession(reply, await reauthenticate(context, userOf(context), body))
    return undefined
  },
  requestPasswordReset: async (context, { body }) => {
    await requestPasswordReset(context, body.email)
    return undefined
  },
  readPasswordLink: async (context, { body }) => presentPasswordLink(await readPasswordLink(context, body.token)),
  setPassword: async (context, { body, reply }) => {
    const { deviceMark } = await setPassword(context, body)
    if (deviceMark) reply.setDeviceMark(deviceMark)
    return undefined
  },
  startImpersonation: async (context, { body, reply }) => {
    setSession(reply, await startImpersonation(context, body))
    return answerSession(context)
  },
  endImpersonation: async (context, { reply }) => {
    const session = await endImpersonation(context)
    if (session) setSession(reply, session)
    return answerSession(context)
  },
  setUpState: async ({ db }) => ({ isRequired: await isSetUpRequired(db) }),
  setUp: async (context, { body, reply }) => answerLogin(context, await setUp(context, body), reply),
})

/** Gives the browser its session. */
export async function answerLogin(context: Context, { session, deviceMark }: LoggedIn, reply: Reply) {
  setSession(reply, session)
  reply.setDeviceMark(deviceMark)
  return presentSessionOf(context, session.sessionId)
}

async function answerSession(context: Context) {
  return context.actor.kind === 'user' ? presentSessionOf(context, context.actor.sessionId) : noSession
}

async function presentSessionOf({ db, clock }: Context, sessionId: string) {
  const row = await findCurrentSession(db, sessionId)
  if (!row) return noSession
  const { profile } = await getProfile(db)
  return presentCurrentSession(row, profile, clock.now())
}

function setSession(reply: Reply, { token, until }: NewSession): void {
  reply.setSessionCookie(token, until)
}
