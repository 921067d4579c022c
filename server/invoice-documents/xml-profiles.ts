/** The specifications by which the XML of an invoice is written, and who gets which. */
import type { SnapshotBuyer } from './invoice-snapshot.ts'

/** `en16931` is the XML inside of a ZUGFeRD PDF (Factur-X, profile EN 16931), `xrechnung` a file of its own. */
export const xmlProfiles = ['en16931', 'xrechnung'] as const
export type XmlProfile = (typeof xmlProfiles)[number]

/** Specification identifier (BT-24). XRechnung 3.0.2 names its major and minor version only. */
export const specificationIds: Readonly<Record<XmlProfile, string>> = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/** XRechnung demands the buyer's e-mail address (PEPPOL-EN16931-R010), which a private customer need not have. */
export function profilesFor(buyer: SnapshotBuyer['kind']): readonly XmlProfile[] {
  return buyer === 'private' ? ['en16931'] : xmlProfiles
}
