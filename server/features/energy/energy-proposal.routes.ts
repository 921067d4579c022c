import { energyProposals } from '#contract/energy-proposals.ts'
import { bind } from '#server/http/bind.ts'
import { presentChannel } from './energy-channel.present.ts'
import { assignProposal } from './energy-proposal.commands.ts'
import { presentProposal } from './energy-proposal.present.ts'
import { listProposals } from './energy-proposal.queries.ts'
import { noteLook } from './site-look.commands.ts'

export const proposalRoutes = bind('energyProposals', energyProposals, {
  list: async (context, { params }) => {
    await noteLook(context, params.id)
    return { results: (await listProposals(context.db, context.scope, params.id)).map(presentProposal) }
  },
  assign: async (context, { params, body }) =>
    presentChannel(context.actor, await assignProposal(context, params.id, body)),
})
