/** A mistake for each rule that the mistakes of the feasibility study leave out. */
import type { BrokenInvoice } from './broken-invoices.ts'

const r008 = 'PEPPOL-EN16931-R008'

const ofDocument: readonly BrokenInvoice[] = [
  {
    mistake: 'no specification',
    by: 'BR-01',
    also: ['KP-SPECIFICATION'],
    change: [[/<ram:GuidelineSpecifiedDocumentContextParameter>[\s\S]*?<\/ram:Guideline\w+>/, '']],
  },
  { mistake: 'no type', by: 'BR-04', also: [], change: [['<ram:TypeCode>380</ram:TypeCode>', '']] },
  {
    mistake: 'no currency',
    by: 'BR-05',
    change: [['<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>', '']],
  },
  { mistake: 'an amount in dollars', by: 'BR-CL-03', change: [['currencyID="EUR"', 'currencyID="USD"']] },
  {
    mistake: 'a date as people write it',
    by: 'CII-DT-097',
    also: ['BR-TMP-7'],
    change: [['>20261102<', '>2026-11-02<']],
  },
  {
    mistake: 'the 13th month',
    by: 'CII-DT-097',
    also: ['KP-DATE'],
    change: [
      ['>20261031<', '>20261331<'],
      ['>20261031<', '>20261231<'],
    ],
  },
  { mistake: 'the 31st of June', by: 'KP-DATE', change: [['>20261001<', '>20260631<']] },
  { mistake: 'a date of another format', by: 'BR-TMP-7', change: [['format="102">20261031', 'format="610">20261031']] },
  {
    mistake: 'a period without dates',
    by: 'BR-CO-19',
    also: ['KP-SERVICE-PERIOD', r008],
    change: [[/<ram:StartDateTime>[\s\S]*<\/ram:EndDateTime>/, '']],
  },
  {
    sample: 'cancellation',
    mistake: 'a reference without a number',
    by: 'BR-55',
    also: ['KP-REFERENCE'],
    change: [['<ram:IssuerAssignedID>RE-2026-00042</ram:IssuerAssignedID>', '']],
  },
  {
    mistake: 'an ordinary invoice with a reference',
    by: 'KP-REFERENCE',
    change: [
      [
        '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>',
        `</ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:InvoiceReferencedDocument><ram:IssuerAssignedID>RE-1</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20261001</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>`,
      ],
    ],
  },
  {
    profile: 'en16931',
    mistake: 'neither service date nor period',
    by: 'BR-FX-EN-04',
    also: ['KP-SERVICE-PERIOD'],
    change: [
      [
        /<ram:ActualDeliverySupplyChainEvent>[\s\S]*?<\/ram:ActualDeliverySupplyChainEvent>/,
        '<ram:Other>x</ram:Other>',
      ],
      [/<ram:BillingSpecifiedPeriod>[\s\S]*?<\/ram:BillingSpecifiedPeriod>/, ''],
    ],
  },
  {
    profile: 'en16931',
    mistake: 'an XRechnung as part of a PDF',
    by: 'KP-SPECIFICATION',
    change: [['>urn:cen.eu:en16931:2017<', '>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<']],
  },
  {
    mistake: 'an empty delivery',
    by: r008,
    also: ['KP-SERVICE-PERIOD'],
    change: [[/(<ram:OccurrenceDateTime>)[\s\S]*?(?=<\/ram:OccurrenceDateTime>)/, '$1']],
  },
  {
    mistake: 'no process',
    by: 'PEPPOL-EN16931-R001',
    change: [[/<ram:BusinessProcessSpecifiedDocumentContextParameter>[\s\S]*?<\/ram:Business\w+>/, '']],
  },
]

const ofParties: readonly BrokenInvoice[] = [
  { mistake: 'a buyer called blank', by: 'BR-07', also: [r008], change: [['Bäckerei Süßkind GmbH', '   ']] },
  {
    mistake: 'no seller address',
    by: 'BR-08',
    also: ['BR-09', 'BR-DE-3', 'BR-DE-4'],
    change: [[/<ram:PostalTradeAddress>[\s\S]*?<\/ram:PostalTradeAddress>/, '']],
  },
  {
    mistake: 'no seller country',
    by: 'BR-09',
    change: [['<ram:CountryID>DE</ram:CountryID>', '']],
  },
  {
    mistake: 'no buyer address',
    by: 'BR-10',
    also: ['BR-11', 'BR-DE-8', 'BR-DE-9'],
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?)<ram:PostalTradeAddress>[\s\S]*?<\/ram:PostalTradeAddress>/, '$1']],
  },
  {
    mistake: 'no buyer country',
    by: 'BR-11',
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?)<ram:CountryID>DE<\/ram:CountryID>/, '$1']],
  },
  {
    mistake: 'a seller address of no scheme',
    by: 'BR-62',
    change: [[/ schemeID="EM"/, '']],
  },
  {
    mistake: 'a buyer address of no scheme',
    by: 'BR-63',
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?) schemeID="EM"/, '$1']],
  },
  { mistake: 'an address of another scheme', by: 'BR-CL-25', change: [['"EM"', '"0204"']] },
  { mistake: 'a seller VAT id without a country', by: 'BR-CO-09', change: [['>DE123456788<', '>1A123456788<']] },
  { mistake: 'a buyer VAT id without a country', by: 'BR-CO-09', change: [['>DE987654328<', '>XX987654328<']] },
  { mistake: 'a seller in no country', by: 'BR-CL-14', change: [['>DE</ram:CountryID>', '>UK</ram:CountryID>']] },
  {
    mistake: 'a buyer in no country',
    by: 'BR-CL-14',
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?)>DE<\/ram:CountryID>/, '$1>D</ram:CountryID>']],
  },
  { mistake: 'no seller postcode', by: 'BR-DE-4', change: [['<ram:PostcodeCode>89073</ram:PostcodeCode>', '']] },
  {
    mistake: 'a contact without a name',
    by: 'BR-DE-5',
    change: [['<ram:PersonName>Jürgen Größl</ram:PersonName>', '']],
  },
  {
    mistake: 'a contact without a phone',
    by: 'BR-DE-6',
    change: [[/<ram:TelephoneUniversalCommunication>[\s\S]*?<\/ram:Telephone\w+>/, '']],
  },
  { mistake: 'a contact with two digits', by: 'BR-DE-27', change: [['+49 731 1234567', '11']] },
  {
    mistake: 'a contact without an e-mail',
    by: 'BR-DE-7',
    change: [[/<ram:EmailURIUniversalCommunication>[\s\S]*?<\/ram:Email\w+>/, '']],
  },
  {
    mistake: 'a contact with an umlaut in the e-mail',
    by: 'BR-DE-28',
    change: [['<ram:URIID>rechnung@lumen', '<ram:URIID>röchnung@lumen']],
  },
  {
    mistake: 'two seller contacts',
    by: 'CII-SR-455',
    change: [[/(<ram:DefinedTradeContact>[\s\S]*?<\/ram:DefinedTradeContact>)/, '$1$1']],
  },
  {
    mistake: 'two buyer contacts',
    by: 'CII-SR-456',
    change: [[/(<ram:DefinedTradeContact>\s*<ram:PersonName>Änne[\s\S]*?<\/ram:DefinedTradeContact>)/, '$1$1']],
  },
  {
    mistake: 'two seller addresses',
    by: 'CII-SR-459',
    change: [[/(<ram:URIUniversalCommunication>[\s\S]*?<\/ram:URIUniversalCommunication>)/, '$1$1']],
  },
  {
    mistake: 'two buyer addresses',
    by: 'CII-SR-460',
    change: [
      [
        /(<ram:BuyerTradeParty>[\s\S]*?)(<ram:URIUniversalCommunication>[\s\S]*?<\/ram:URIUniversalCommunication>)/,
        '$1$2$2',
      ],
    ],
  },
  {
    mistake: 'no buyer city',
    by: 'BR-DE-8',
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?)<ram:CityName>Ulm<\/ram:CityName>/, '$1']],
  },
  {
    mistake: 'no buyer postcode',
    by: 'BR-DE-9',
    change: [[/(<ram:BuyerTradeParty>[\s\S]*?)<ram:PostcodeCode>89073<\/ram:PostcodeCode>/, '$1']],
  },
  {
    mistake: 'no tax number either',
    by: 'BR-DE-16',
    also: ['BR-CO-26', 'BR-S-02'],
    change: [
      ['schemeID="FC"', 'schemeID="XX"'],
      ['schemeID="VA"', 'schemeID="XX"'],
    ],
  },
  {
    mistake: 'no seller e-mail',
    by: 'PEPPOL-EN16931-R020',
    change: [[/<ram:URIUniversalCommunication>[\s\S]*?<\/ram:URIUniversalCommunication>/, '']],
  },
  {
    mistake: 'a seller e-mail of blanks',
    by: 'KP-EMAIL',
    change: [['"EM">rechnung@lumen-technik.example', '"EM">rech nung@lumen-technik.example']],
  },
  {
    mistake: 'a buyer e-mail with two @',
    by: 'KP-EMAIL',
    change: [['buchhaltung@', 'buch@haltung@']],
  },
]

const ofLines: readonly BrokenInvoice[] = [
  {
    mistake: 'a line without a number',
    by: 'BR-21',
    also: ['KP-POSITION'],
    change: [[/<ram:AssociatedDocumentLineDocument>[\s\S]*?<\/ram:Associated\w+>/, '']],
  },
  { mistake: 'a line twice', by: 'KP-POSITION', change: [['<ram:LineID>3<', '<ram:LineID>2<']] },
  {
    mistake: 'no quantity',
    by: 'BR-22',
    also: ['BR-23'],
    change: [[/<ram:BilledQuantity.*?<\/ram:BilledQuantity>/, '<ram:Other>x</ram:Other>']],
  },
  { mistake: 'no unit', by: 'BR-23', change: [[' unitCode="HUR"', '']] },
  {
    mistake: 'no net of a line',
    by: 'BR-24',
    also: ['BR-CO-10', 'BR-S-08', 'KP-LINE'],
    change: [['<ram:LineTotalAmount>166.25</ram:LineTotalAmount>', '<ram:Other>x</ram:Other>']],
  },
  {
    mistake: 'no price',
    by: 'BR-26',
    change: [['<ram:ChargeAmount>95.00</ram:ChargeAmount>', '<ram:Other>x</ram:Other>']],
  },
  { mistake: 'a price with a comma', by: 'BR-26', change: [['>95.00<', '>95,00<']] },
  {
    mistake: 'a line without VAT',
    by: 'BR-CO-04',
    also: ['BR-S-08', 'CII-SR-454'],
    change: [[/<ram:ApplicableTradeTax>[\s\S]*?<\/ram:ApplicableTradeTax>/, '']],
  },
  {
    mistake: 'a line with VAT of another type',
    by: 'BR-CO-04',
    change: [['<ram:TypeCode>VAT<', '<ram:TypeCode>GST<']],
  },
  {
    mistake: 'a line with VAT twice',
    by: 'CII-SR-454',
    change: [[/(<ram:ApplicableTradeTax>[\s\S]*?<\/ram:ApplicableTradeTax>)/, '$1$1']],
  },
  { mistake: 'a net of three decimals', by: 'BR-DEC-23', change: [['>166.25<', '>166.250<']] },
  {
    mistake: 'a price that does not fit by two cents',
    by: 'KP-LINE',
    change: [['<ram:ChargeAmount>12.50<', '<ram:ChargeAmount>12.52<']],
  },
  {
    mistake: 'a price that does not fit by three cents',
    by: 'PEPPOL-EN16931-R120',
    also: ['KP-LINE'],
    change: [['<ram:ChargeAmount>12.50<', '<ram:ChargeAmount>12.53<']],
  },
]

const ofSums: readonly BrokenInvoice[] = [
  {
    mistake: 'no sum of lines',
    by: 'BR-12',
    also: ['BR-CO-10', 'BR-CO-13'],
    change: [['<ram:LineTotalAmount>398.75</ram:LineTotalAmount>', '']],
  },
  {
    mistake: 'no net',
    by: 'BR-13',
    also: ['BR-CO-13', 'BR-CO-15'],
    change: [['<ram:TaxBasisTotalAmount>398.75</ram:TaxBasisTotalAmount>', '']],
  },
  {
    mistake: 'no gross',
    by: 'BR-14',
    also: ['BR-CO-15', 'BR-CO-16'],
    change: [['<ram:GrandTotalAmount>474.51</ram:GrandTotalAmount>', '']],
  },
  {
    mistake: 'no amount due',
    by: 'BR-15',
    also: ['BR-CO-16'],
    change: [['<ram:DuePayableAmount>474.51</ram:DuePayableAmount>', '']],
  },
  {
    mistake: 'net is not the sum of lines',
    by: 'BR-CO-13',
    also: ['BR-CO-15'],
    change: [['<ram:TaxBasisTotalAmount>398.75<', '<ram:TaxBasisTotalAmount>398.74<']],
  },
  {
    mistake: 'VAT is not the sum of its rows',
    by: 'BR-CO-14',
    also: ['BR-CO-15'],
    change: [['"EUR">75.76<', '"EUR">75.75<']],
  },
  {
    mistake: 'a sum of lines of three decimals',
    by: 'BR-DEC-09',
    change: [['LineTotalAmount>398.75<', 'LineTotalAmount>398.750<']],
  },
  {
    mistake: 'a net sum of three decimals',
    by: 'BR-DEC-12',
    change: [['TotalAmount>398.75</ram:TaxB', 'TotalAmount>398.750</ram:TaxB']],
  },
  { mistake: 'a VAT sum of three decimals', by: 'BR-DEC-13', change: [['"EUR">75.76<', '"EUR">75.760<']] },
  {
    mistake: 'an amount due of three decimals',
    by: 'BR-DEC-18',
    change: [['Payable' + 'Amount>474.51<', 'PayableAmount>474.510<']],
  },
  {
    sample: 'cancellation',
    mistake: 'an invoice of less than nothing',
    by: 'KP-GROSS',
    also: ['KP-REFERENCE', 'KP-DUE-DATE'],
    change: [['>384<', '>380<']],
  },
  {
    mistake: 'a second VAT sum',
    by: 'PEPPOL-EN16931-R053',
    change: [[/(<ram:TaxTotalAmount.*>)/, '$1$1']],
  },
]

const ofPayment: readonly BrokenInvoice[] = [
  { mistake: 'no type of payment', by: 'BR-49', change: [['<ram:TypeCode>58</ram:TypeCode>', '']] },
  {
    mistake: 'no IBAN',
    by: 'BR-61',
    change: [['<ram:IBANID>DE02120300000000202051</ram:IBANID>', '']],
  },
  {
    mistake: 'no account',
    by: 'BR-DE-23-a',
    also: ['BR-61'],
    change: [[/<ram:PayeePartyCreditorFinancialAccount>[\s\S]*?<\/ram:PayeeParty\w+>/, '']],
  },
  { mistake: 'payment in cash', by: 'BR-CL-16', change: [['>58<', '>10<']] },
  {
    mistake: 'two due dates',
    by: 'CII-SR-452',
    change: [[/(<ram:SpecifiedTradePaymentTerms>[\s\S]*?<\/ram:SpecifiedTradePaymentTerms>)/, '$1$1']],
  },
  {
    mistake: 'neither due date nor terms',
    by: 'BR-CO-25',
    also: ['KP-DUE-DATE'],
    change: [[/<ram:SpecifiedTradePaymentTerms>[\s\S]*?<\/ram:SpecifiedTradePaymentTerms>/, '']],
  },
]

export const moreBrokenInvoices = [...ofDocument, ...ofParties, ...ofLines, ...ofSums, ...ofPayment]
