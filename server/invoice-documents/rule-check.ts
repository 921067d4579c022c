/**
 * The rule check of a finished invoice: reads its XML back and applies the rules to everything the portal can produce. The rules
 * are those of EN 16931 (CEN 1.3.16), XRechnung 3.0.2 with Peppol and Factur-X, by their official ids, and our own
 * (decision 0067). One finding stops the issue.
 */
import { documentRules } from './document-rules.ts'
import { type InvoiceRule, linePaths, paths } from './invoice-rule.ts'
import { lineRules } from './line-rules.ts'
import { partyRules } from './party-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { portalRules } from './portal-rules.ts'
import { sumRules } from './sum-rules.ts'
import { vatRules } from './vat-rules.ts'
import type { XmlProfile } from './xml-profiles.ts'
import { all, everything, readXml, textAt, UnreadableXml, type XmlElement } from './xml-reader.ts'
import { xrechnungRules } from './xrechnung-rules.ts'

/** `message` is German, `path` is the place in the XML. */
export type RuleFinding = { rule: string; message: string; path: string }

export const invoiceRules: readonly InvoiceRule[] = [
  ...documentRules,
  ...partyRules,
  ...lineRules,
  ...sumRules,
  ...vatRules,
  ...paymentRules,
  ...xrechnungRules,
  ...portalRules,
]

/** No finding for a valid invoice. Anything but XML is the finding `KP-XML`. */
export async function checkInvoiceXml(xml: Uint8Array, profile: XmlProfile): Promise<RuleFinding[]> {
  try {
    return findings(await readXml(xml), profile)
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error
    return [{ rule: 'KP-XML', message: 'Die Rechnung ist keine lesbare XML-Datei.', path: '/' }]
  }
}

function findings(invoice: XmlElement, profile: XmlProfile): RuleFinding[] {
  const elements = everything(invoice)
  return invoiceRules
    .filter(rule => rule.profile === 'both' || rule.profile === profile)
    .flatMap(rule =>
      elementsOf(rule)
        .filter(element => !rule.holds(element, invoice))
        .map(element => ({ rule: rule.id, message: messageOf(rule, element), path: element.path })),
    )

  function elementsOf({ at }: InvoiceRule): readonly XmlElement[] {
    if (at === '*') return elements
    return at === '' ? [invoice] : all(invoice, at)
  }
}

/** Names the position where the rule is about one. */
function messageOf({ at, sentence }: InvoiceRule, element: XmlElement): string {
  const position = at === paths.line ? textAt(element, linePaths.id) : ''
  return position === '' ? sentence : `Position ${position}: ${sentence}`
}
