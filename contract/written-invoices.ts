/** Invoices that the portal writes itself: content and preview of a draft (decision 0071). */
import { defineEndpoints, empty } from './endpoint.ts'
import { invoiceContentInput } from './invoice-lines.ts'
import { invoiceWithEntries } from './invoices.ts'

export const writtenInvoices = defineEndpoints({
  replaceContent: {
    method: 'PUT',
    path: '/api/backend/invoices/{id}/content/',
    access: 'admin',
    summary: 'Replace dates, entries, lines and texts of a draft that the portal writes; requires the full body.',
    body: invoiceContentInput,
    response: invoiceWithEntries,
    conditional: true,
  },
  preview: {
    method: 'GET',
    path: '/api/backend/invoices/{id}/preview/',
    access: 'admin',
    summary: 'The PDF of a draft as it is now, marked as a draft on each page; it is stored nowhere.',
    response: empty,
    download: true,
  },
})
