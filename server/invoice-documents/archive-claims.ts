/**
 * The claims of an original's XMP packet besides PDF/A: PDF/UA-1 (ISO 14289-1, 5) and Factur-X 1.0 in the profile
 * EN 16931 (ZUGFeRD, 6.1). PDF/A-3 demands a schema for both name spaces (ISO 19005-3, 6.6.2.3.3), in one bag.
 */
const facturX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const pdfUa = 'http://www.aiim.org/pdfua/ns/id/'

type Property = { name: string; type: 'Text' | 'Integer'; category: 'external' | 'internal'; description: string }

function fileProperty(name: string, description: string): Property {
  return { name, type: 'Text', category: 'external', description }
}

function schema(name: string, uri: string, prefix: string, properties: readonly Property[]): string {
  const rows = properties.map(
    ({ name, type, category, description }) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
      `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
      `<pdfaProperty:category>${category}</pdfaProperty:category>` +
      `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  )
  return `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${rows.join('\n')}</rdf:Seq></pdfaSchema:property></rdf:li>`
}

export const archiveClaims = `
<rdf:Description rdf:about="" xmlns:pdfuaid="${pdfUa}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${facturX}">
<fx:DocumentType>INVOICE</fx:DocumentType>
<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
<fx:Version>1.0</fx:Version>
<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about=""
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schema('Factur-X PDFA Extension Schema', facturX, 'fx', [
  fileProperty('DocumentFileName', 'The name of the embedded XML document'),
  fileProperty('DocumentType', 'The type of the hybrid document in capital letters'),
  fileProperty('Version', 'The actual version of the standard applying to the embedded XML document'),
  fileProperty('ConformanceLevel', 'The conformance level of the embedded XML document'),
])}
${schema('PDF/UA identification schema', pdfUa, 'pdfuaid', [
  { name: 'part', type: 'Integer', category: 'internal', description: 'Part of ISO 14289 the document conforms to' },
])}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
`
