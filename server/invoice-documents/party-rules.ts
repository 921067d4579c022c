/** Rules of EN 16931 for seller and buyer. */
import { hasTaxRegistration, type InvoiceRule, paths } from './invoice-rule.ts'
import { all, textAt, type XmlElement } from './xml-reader.ts'

const address = 'ram:PostalTradeAddress'
const country = `${address}/ram:CountryID`
const electronicAddress = 'ram:URIUniversalCommunication/ram:URIID'

export const partyRules: readonly InvoiceRule[] = [
  {
    id: 'BR-06',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, `${paths.seller}/ram:Name`) !== '',
    sentence: 'Der Name Ihres Unternehmens fehlt.',
  },
  {
    id: 'BR-07',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, `${paths.buyer}/ram:Name`) !== '',
    sentence: 'Der Name des Kunden fehlt.',
  },
  {
    id: 'BR-08',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, `${paths.seller}/${address}`).length > 0,
    sentence: 'Die Anschrift Ihres Unternehmens fehlt.',
  },
  {
    id: 'BR-09',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, `${paths.seller}/${country}`) !== '',
    sentence: 'In der Anschrift Ihres Unternehmens fehlt das Land.',
  },
  {
    id: 'BR-10',
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, `${paths.buyer}/${address}`).length > 0,
    sentence: 'Die Anschrift des Kunden fehlt.',
  },
  {
    id: 'BR-11',
    profile: 'both',
    at: '',
    holds: invoice => textAt(invoice, `${paths.buyer}/${country}`) !== '',
    sentence: 'In der Anschrift des Kunden fehlt das Land.',
  },
  {
    id: 'BR-62',
    profile: 'both',
    at: `${paths.seller}/${electronicAddress}`,
    holds: hasScheme,
    sentence: 'Die Art Ihrer elektronischen Adresse (BT-34) fehlt.',
  },
  {
    id: 'BR-63',
    profile: 'both',
    at: `${paths.buyer}/${electronicAddress}`,
    holds: hasScheme,
    sentence: 'Die Art der elektronischen Adresse des Kunden (BT-49) fehlt.',
  },
  onceAtMost('CII-SR-455', `${paths.seller}/ram:DefinedTradeContact`, 'Ihr Ansprechpartner'),
  onceAtMost('CII-SR-456', `${paths.buyer}/ram:DefinedTradeContact`, 'Der Ansprechpartner des Kunden'),
  onceAtMost('CII-SR-459', `${paths.seller}/${electronicAddress}`, 'Ihre elektronische Adresse (BT-34)'),
  onceAtMost('CII-SR-460', `${paths.buyer}/${electronicAddress}`, 'Die elektronische Adresse des Kunden (BT-49)'),
  {
    id: 'BR-CO-26',
    profile: 'both',
    at: paths.seller,
    holds: seller =>
      ['ram:ID', 'ram:GlobalID', 'ram:SpecifiedLegalOrganization/ram:ID'].some(path => textAt(seller, path) !== '') ||
      hasTaxRegistration(seller, ['VA']),
    sentence: 'Ihre USt-IdNr. fehlt, und es gibt weder eine Steuernummer noch einen Registereintrag als Ersatz.',
  },
  {
    id: 'BR-CO-09',
    profile: 'both',
    at: `${paths.seller}/ram:SpecifiedTaxRegistration/ram:ID`,
    holds: beginsWithCountry,
    sentence: 'Ihre USt-IdNr. beginnt nicht mit dem Kürzel eines Landes.',
  },
  {
    id: 'BR-CO-09',
    profile: 'both',
    at: `${paths.buyer}/ram:SpecifiedTaxRegistration/ram:ID`,
    holds: beginsWithCountry,
    sentence: 'Die USt-IdNr. des Kunden beginnt nicht mit dem Kürzel eines Landes.',
  },
  {
    id: 'BR-CL-14',
    profile: 'both',
    at: `${paths.seller}/${country}`,
    holds: ({ text }) => isCountry(text),
    sentence: 'Das Land in der Anschrift Ihres Unternehmens ist unbekannt.',
  },
  {
    id: 'BR-CL-14',
    profile: 'both',
    at: `${paths.buyer}/${country}`,
    holds: ({ text }) => isCountry(text),
    sentence: 'Das Land in der Anschrift des Kunden ist unbekannt.',
  },
  {
    // The official list is longer; the portal writes e-mail addresses.
    id: 'BR-CL-25',
    profile: 'both',
    at: '*',
    holds: ({ name, attributes: { schemeID } }) => name !== 'ram:URIID' || schemeID === undefined || schemeID === 'EM',
    sentence: 'Die Art einer elektronischen Adresse ist nicht E-Mail (EM).',
  },
]

function onceAtMost(id: string, path: string, what: string): InvoiceRule {
  return {
    id,
    profile: 'both',
    at: '',
    holds: invoice => all(invoice, path).length <= 1,
    sentence: `${what} ist mehrmals angegeben.`,
  }
}

function hasScheme({ attributes }: XmlElement): boolean {
  return (attributes.schemeID ?? '') !== ''
}

/** VAT ids of Greece begin with EL, those of Northern Ireland with XI. */
function beginsWithCountry({ text, attributes }: XmlElement): boolean {
  const prefix = text.slice(0, 2)
  return attributes.schemeID !== 'VA' || prefix === 'EL' || prefix === 'XI' || isCountry(prefix)
}

const countryNames = new Intl.DisplayNames('de', { type: 'region', fallback: 'none' })
/** Named by Unicode, but no countries of ISO 3166-1 (any more). */
const noCountries = new Set(
  'AC BU CP CQ CS DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB XK YD YU ZR ZZ'.split(' '),
)

/** ISO 3166-1 alpha-2. */
function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && countryNames.of(code) !== undefined
}
