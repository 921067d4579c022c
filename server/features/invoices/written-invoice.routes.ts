import { writtenInvoices } from '#contract/written-invoices.ts'
import { bind } from '#server/http/bind.ts'
import { cancelInvoice } from './cancellation.commands.ts'
import { answer } from './invoice.routes.ts'
import { replaceContent } from './invoice-content.commands.ts'
import { downloadLockedPdf, downloadXrechnung, renewPdfPassword } from './invoice-documents.commands.ts'
import { previewInvoice } from './invoice-preview.commands.ts'

export const writtenInvoiceRoutes = bind('writtenInvoices', writtenInvoices, {
  replaceContent: async (context, { params, body, revision }) =>
    answer(context, await replaceContent(context, params.id, body, revision)),
  xrechnung: (context, { params }) => downloadXrechnung(context, params.id),
  lockedPdf: (context, { params }) => downloadLockedPdf(context, params.id),
  renewPassword: async (context, { params, revision }) =>
    answer(context, await renewPdfPassword(context, params.id, revision)),
  cancel: async (context, { params, body, revision }) =>
    answer(context, await cancelInvoice(context, params.id, body, revision)),
  preview: (context, { params }) => previewInvoice(context, params.id),
})
