import { users } from '#contract/users.ts'
import { bind } from '#server/http/bind.ts'
import { resetSecondFactor } from './second-factor-reset.commands.ts'
import { changeUser, createUser, deleteUser } from './user.commands.ts'
import { presentUser } from './user.present.ts'
import { getUser, listUsers } from './user.queries.ts'
import { inviteUser } from './user-invitation.commands.ts'
import { createUserWithCustomer } from './user-with-customer.commands.ts'

export const userRoutes = bind('users', users, {
  list: async ({ db, actor }, { query }) => {
    const { count, rows } = await listUsers(db, actor, query)
    return { count, results: rows.map(row => presentUser(actor, row)) }
  },
  create: async (context, { body: { customer, ...body } }) => {
    const isCustomerNew = customer !== undefined
    const row = await (isCustomerNew
      ? createUserWithCustomer(context, { ...body, customer })
      : createUser(context, body))
    return presentUser(context.actor, row)
  },
  get: async ({ db, actor }, { params }) => presentUser(actor, await getUser(db, actor, params.id)),
  replace: async (context, { params, body, revision }) =>
    presentUser(context.actor, await changeUser(context, params.id, body, revision)),
  update: async (context, { params, body, revision }) =>
    presentUser(context.actor, await changeUser(context, params.id, body, revision)),
  delete: async (context, { params, revision }) => {
    await deleteUser(context, params.id, revision)
    return undefined
  },
  resetSecondFactor: async (context, { params }) => {
    await resetSecondFactor(context, params.id)
    return presentUser(context.actor, await getUser(context.db, context.actor, params.id))
  },
  invite: async (context, { params }) => presentUser(context.actor, await inviteUser(context, params.id)),
})
