/** The password that opens the PDF of an invoice. It is in no item and no list: `reveal` returns it. */
import * as z from 'zod/mini'
import { defineEndpoints, empty } from './endpoint.ts'
import { invoiceWithEntries } from './invoices.ts'
import { foreignPassword } from './service-fields.ts'

export const invoicePdfPasswordInput = z.strictObject({ password: foreignPassword })

export const invoicePdfPasswords = defineEndpoints({
  set: {
    method: 'PUT',
    path: '/api/backend/invoices/{id}/pdf-password/',
    access: 'admin',
    summary: 'Store the password that an uploaded PDF has, sealed, replacing the previous one.',
    body: invoicePdfPasswordInput,
    response: invoiceWithEntries,
    conditional: true,
    stepUp: { replaces: 'a password' },
  },
  remove: {
    method: 'DELETE',
    path: '/api/backend/invoices/{id}/pdf-password/',
    access: 'admin',
    summary: 'Remove the stored password; the PDF keeps the one it has.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
  reveal: {
    method: 'POST',
    path: '/api/backend/invoices/{id}/pdf-password-reveal/',
    access: 'customer',
    summary: 'The password, once. The reveal is audited.',
    response: z.object({ password: z.string() }),
    isSecret: true,
    stepUp: 'always',
  },
})
