/** One sentence for each missing part of an invoice. */
export const missingTexts = {
  business: {
    companyName: 'Im Unternehmensprofil fehlt der Name Ihres Unternehmens.',
    'address.street': 'Im Unternehmensprofil fehlt die Straße.',
    'address.zip': 'Im Unternehmensprofil fehlt die Postleitzahl.',
    'address.city': 'Im Unternehmensprofil fehlt der Ort.',
    phone: 'Im Unternehmensprofil fehlt die Telefonnummer.',
    email: 'Im Unternehmensprofil fehlt die E-Mail-Adresse.',
    iban: 'Im Unternehmensprofil fehlt eine gültige IBAN.',
    taxNumber: 'Im Unternehmensprofil fehlt eine Steuernummer oder USt-IdNr.',
    vatId: 'Für Reverse Charge fehlt im Unternehmensprofil die USt-IdNr.',
  },
  customer: {
    name: 'Beim Kunden fehlt der Name.',
    'address.street': 'Beim Kunden fehlt die Straße.',
    'address.zip': 'Beim Kunden fehlt die Postleitzahl.',
    'address.city': 'Beim Kunden fehlt der Ort.',
    email: 'Beim Kunden fehlt die E-Mail-Adresse. Die XRechnung für Firmen und Behörden braucht sie.',
    vatId: 'Beim Kunden fehlt die USt-IdNr. Ohne sie gibt es keine Rechnung mit Reverse Charge.',
    leitwegId: 'Beim Kunden fehlt die Leitweg-ID. Ohne sie nimmt eine Behörde die Rechnung nicht an.',
  },
} as const

export function unprintable(character: string, codePoint: string, isControl: boolean): string {
  const name = isControl ? `Das Steuerzeichen ${codePoint}` : `Das Zeichen „${character}“ (${codePoint})`
  return `${name} lässt sich auf einer Rechnung nicht drucken. Bitte ersetzen Sie es.`
}

/** A rule of the check, by its id; the sentence is the rule's own. */
export function ruleSentence(rule: string, message: string): string {
  return `${message} (Regel ${rule})`
}
