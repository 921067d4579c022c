import { erasures } from '#contract/erasures.ts'
import { calendarDate } from '#server/clock.ts'
import type { Context } from '#server/context.ts'
import { bind } from '#server/http/bind.ts'
import { askForErasure, withdrawErasure } from './erasure.commands.ts'
import { presentErasure } from './erasure.present.ts'
import { type FoundErasure, getErasure } from './erasure.queries.ts'

export const erasureRoutes = bind('erasures', erasures, {
  get: async (context, { params }) => present(context, await getErasure(context.db, context, params.id)),
  ask: async (context, { params, body }) =>
    present(context, await askForErasure(context, params.id, body.confirmation)),
  withdraw: async (context, { params }) => present(context, await withdrawErasure(context, params.id)),
})

function present({ actor, clock }: Context, found: FoundErasure) {
  return presentErasure(actor, found, calendarDate(clock.now()))
}
