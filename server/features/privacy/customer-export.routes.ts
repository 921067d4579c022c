import { customerExports } from '#contract/customer-exports.ts'
import { instantText } from '#server/clock.ts'
import { bind } from '#server/http/bind.ts'
import { askForExport, downloadExport } from './customer-export.commands.ts'
import { presentExport } from './customer-export.present.ts'
import { listExports } from './customer-export.queries.ts'

export const customerExportRoutes = bind('customerExports', customerExports, {
  list: async (context, { params, query }) => {
    const { count, results } = await listExports(context.db, context, params.id, query)
    const now = instantText(context.clock.now())
    return { count, results: results.map(row => presentExport(context.actor, row, now)) }
  },
  create: async (context, { params }) =>
    presentExport(context.actor, await askForExport(context, params.id), instantText(context.clock.now())),
  download: async (context, { params }) => downloadExport(context, params.id, params.exportId),
})
