/** Reasons of counter entries that the portal writes itself. */
export const paymentReasons = {
  markedUnpaid: 'Als unbezahlt markiert',
  dateCorrected: 'Zahlungsdatum berichtigt',
} as const
