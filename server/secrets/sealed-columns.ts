/** Every column with sealed values; a test compares it with the database. Each table has an `id`. */
export const sealedColumns = [
  { table: 'customer_export', column: 'sealed_key' },
  { table: 'dns_domain', column: 'sealed_api_key' },
  { table: 'invoice_pdf_password', column: 'sealed_password' },
  { table: 'service_credential', column: 'sealed_password' },
  { table: 'totp', column: 'sealed_seed' },
] as const

export type SealedColumn = (typeof sealedColumns)[number]
