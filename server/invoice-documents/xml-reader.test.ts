import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { all, everything, readXml, textAt, UnreadableXml } from './xml-reader.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
const bytes = (text: string) => new TextEncoder().encode(text)
const ram = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100'
const rsm = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'

test('elements have the names of the rules, with any prefix of the file', async () => {
  const root = await readXml(
    bytes(
      `${declaration}<a:X xmlns:a="${rsm}"><!-- ${'ram:ID'} --><ID xmlns="${ram}" k="v"> 1\n 2 </ID><y/><ID xmlns="${ram}"/></a:X>`,
    ),
  )
  expect(root).toEqual({
    name: 'rsm:X',
    attributes: {},
    text: '',
    path: '/rsm:X',
    children: [
      { name: 'ram:ID', attributes: { k: 'v' }, text: '1 2', path: '/rsm:X/ram:ID', children: [] },
      { name: '?:y', attributes: {}, text: '', path: '/rsm:X/?:y', children: [] },
      { name: 'ram:ID', attributes: {}, text: '', path: '/rsm:X/ram:ID[2]', children: [] },
    ],
  })
  expect(all(root, 'ram:ID')).toHaveLength(2)
  expect(textAt(root, 'ram:ID')).toBe('1 2')
  expect(textAt(root, 'ram:ID/ram:ID')).toBe('')
  expect(everything(root).map(({ path }) => path)).toEqual([
    '/rsm:X',
    '/rsm:X/ram:ID',
    '/rsm:X/?:y',
    '/rsm:X/ram:ID[2]',
  ])
})

describe('a file', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>`
  test.each([
    ['with a DOCTYPE of entities', `${declaration}${bomb}<x>&b;</x>`, 'A DOCTYPE is not allowed.'],
    [
      'with a DOCTYPE that names another file',
      `${declaration}\n<!doctype x SYSTEM "file:///etc/passwd"><x/>`,
      'A DOCTYPE is not allowed.',
    ],
    [
      'of another encoding',
      '<?xml version="1.0" encoding="UTF-7"?><x/>',
      `The file does not begin with ${declaration}.`,
    ],
    ['without a declaration', '<x/>', `The file does not begin with ${declaration}.`],
    ['with a byte order mark', `\ufeff${declaration}<x/>`, `The file does not begin with ${declaration}.`],
    ['with an open element', `${declaration}<x>`, 'The file is not well-formed.'],
    ['with two roots', `${declaration}<x/><y/>`, 'The file is not well-formed.'],
    ['with a control character', `${declaration}<x>\u0007</x>`, 'The file is not well-formed.'],
    ['with an unknown entity', `${declaration}<x>&nbsp;</x>`, 'The file is not well-formed.'],
    ['without anything', '', `The file does not begin with ${declaration}.`],
  ])('%s is refused', async (_, text, reason) => {
    await expect(readXml(bytes(text))).rejects.toThrow(new UnreadableXml(reason))
  })

  test('of bytes that are no UTF-8 is refused', async () => {
    await expect(readXml(Uint8Array.of(0xff, 0xfe, 0x3c))).rejects.toThrow(new UnreadableXml('The file is not UTF-8.'))
  })
})

test('libxml2 is loaded with the first file, not with the modules', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { checkInvoiceXml } = await import('./server/invoice-documents/rule-check.ts')
    const countLoaded = () => loaded.filter(url => url.includes('libxml2-wasm')).length
    const before = countLoaded()
    await checkInvoiceXml(new Uint8Array(), 'xrechnung')
    console.log(before, countLoaded() > 0)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(output.trim()).toBe('0 true')
})
