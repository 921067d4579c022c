import { writtenInvoices } from '#contract/written-invoices.ts'
import { bind } from '#server/http/bind.ts'
import { answer } from './invoice.routes.ts'
import { replaceContent } from './invoice-content.commands.ts'
import { previewInvoice } from './invoice-preview.commands.ts'

export const writtenInvoiceRoutes = bind('writtenInvoices', writtenInvoices, {
  replaceContent: async (context, { params, body, revision }) =>
    answer(context, await replaceContent(context, params.id, body, revision)),
  preview: (context, { params }) => previewInvoice(context, params.id),
})
