/** Units of invoice lines, with their codes of UN/ECE Recommendation 20 (BT-130). */
export const invoiceUnits = ['hour', 'piece', 'kilometre', 'lumpSum'] as const
export type InvoiceUnit = (typeof invoiceUnits)[number]

export const unitCodes: Readonly<Record<InvoiceUnit, string>> = {
  hour: 'HUR',
  piece: 'C62',
  kilometre: 'KMT',
  lumpSum: 'LS',
}
