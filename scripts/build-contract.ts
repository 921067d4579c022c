/**
 * Keeps the contract's schemas out of the browser's bundle unless a page imports them by name.
 * A contract file holds an endpoint table, which every call needs, and schemas, which only forms need. In the web build
 * the table is a separate module (`tickets.ts?endpoints`) without its schemas and its documentation, which the files of
 * `web/` import instead; so are the value lists (`serviceTypes`), which lists and filters show. The schemas are marked
 * free of side effects, so that the bundler drops unused ones.
 * No option of the bundler does this: a table is one object, from which it drops no property. A module that re-exports
 * the file behind its tables, without rewriting imports, costs every page 13 kB, because chunks follow that export.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Plugin, parseAst, transformWithOxc } from 'vite'

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Edit = { start: number; end: number; text: string }

const suffix = '?endpoints'
const contractFile = /\/contract\/[a-z-]+\.ts$/
const contractImport = /'#contract\/([a-z-]+\.ts)'|"#contract\/([a-z-]+\.ts)"/

export function leanContract(): Plugin[] {
  return [
    {
      name: 'lean-contract',
      enforce: 'pre',
      async load(id) {
        if (!id.endsWith(`.ts${suffix}`)) return null
        const file = id.slice(0, -suffix.length)
        this.addWatchFile(file)
        return { code: await endpointTables(await readFile(file, 'utf8')), map: null, moduleSideEffects: false }
      },
      transform: {
        filter: { id: contractFile },
        handler: async code => ({ code: await schemasOnly(code), map: null, moduleSideEffects: false }),
      },
    },
    {
      name: 'lean-contract-imports',
      transform: {
        filter: { id: /\/web\/.*\.tsx?$/, code: contractImport },
        handler: async code => ({ code: await importingTables(code, leanNames), map: null }),
      },
    },
  ]
}

async function leanNames(file: string): Promise<string[]> {
  const path = fileURLToPath(new URL(`../contract/${file}`, import.meta.url))
  const code = await withoutTypes(await readFile(path, 'utf8'))
  return [...tablesOf(code), ...wordListsOf(code)].map(({ name }) => name)
}

/** The code with each import of an endpoint table redirected to the table's own module. */
export async function importingTables(code: string, tableNames: (file: string) => Promise<string[]>): Promise<string> {
  const edits: Edit[] = []
  for (const statement of nodesAt(programOf(code), 'body')) {
    const source = nodeAt(statement, 'source')?.value
    if (statement.type !== 'ImportDeclaration' || typeof source !== 'string') continue
    const file = /^#contract\/([a-z-]+\.ts)$/.exec(source)?.[1]
    const tables = new Set(file ? await tableNames(file) : [])
    const specifiers = nodesAt(statement, 'specifiers')
    const isTable = (specifier: Node) => tables.has(String(nodeAt(specifier, 'imported')?.name))
    if (!specifiers.some(isTable)) continue
    const textOf = (chosen: Node[]) => chosen.map(({ start, end }) => code.slice(start, end)).join(', ')
    const others = specifiers.filter(specifier => !isTable(specifier))
    const imports = [`import { ${textOf(specifiers.filter(isTable))} } from '${source}${suffix}'`]
    if (others.length > 0) imports.push(`import { ${textOf(others)} } from '${source}'`)
    edits.push({ start: statement.start, end: statement.end, text: imports.join('\n') })
  }
  return applyEdits(code, edits)
}

/** The endpoint tables of a contract file: method, path, access, flags; a body only as `true`. With its value lists. */
export async function endpointTables(source: string): Promise<string> {
  const code = await withoutTypes(source)
  const lists = wordListsOf(code).map(({ name, value }) => ({ name, text: code.slice(value.start, value.end) }))
  const tables = tablesOf(code).map(({ name, table }) => ({ name, text: leanTable(code, table) }))
  return [...lists, ...tables].map(({ name, text }) => `export const ${name} = ${text}\n`).join('')
}

/** The contract file with every value droppable when unused, the tables too: `web/` imports them from elsewhere. */
export async function schemasOnly(source: string): Promise<string> {
  const code = await withoutTypes(source)
  return applyEdits(
    code,
    topLevelConstants(code).flatMap(({ value }) => (hasCall(value) ? pureEdits(value) : [])),
  )
}

async function withoutTypes(source: string): Promise<string> {
  return (await transformWithOxc(source, 'contract.ts', { sourcemap: false })).code
}

function tablesOf(code: string): { name: string; table: Node }[] {
  return topLevelConstants(code).flatMap(({ name, value }) => {
    if (value.type !== 'CallExpression' || nodeAt(value, 'callee')?.name !== 'defineEndpoints') return []
    const table = nodesAt(value, 'arguments')[0]
    if (table?.type !== 'ObjectExpression')
      throw new Error(`defineEndpoints of ${name} must be given an object literal`)
    return [{ name, table }]
  })
}

/** Lists of literals only. */
function wordListsOf(code: string): { name: string; value: Node }[] {
  return topLevelConstants(code).filter(
    ({ value }) =>
      value.type === 'ArrayExpression' && nodesAt(value, 'elements').every(element => element.type === 'Literal'),
  )
}

function programOf(code: string): Node {
  // The parser's own types are a union of hundreds; only the fields read here matter.
  return parseAst(code) as unknown as Node
}

function topLevelConstants(code: string): { name: string; value: Node }[] {
  return nodesAt(programOf(code), 'body').flatMap(statement => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? nodeAt(statement, 'declaration') : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return nodesAt(declaration, 'declarations').flatMap(declarator => {
      const name = nodeAt(declarator, 'id')?.name
      const value = nodeAt(declarator, 'init')
      return typeof name === 'string' && value ? [{ name, value }] : []
    })
  })
}

/** Documentation, schemas, and server-only fields. */
const droppedFields = new Set(['summary', 'query', 'response', 'stepUp', 'withoutStepUp', 'bodyBytes'])

function leanTable(code: string, table: Node): string {
  const edits = nodesAt(table, 'properties').flatMap(entry => {
    const endpoint = nodeAt(entry, 'value')
    if (endpoint?.type !== 'ObjectExpression') throw new Error('an endpoint must be an object literal')
    return nodesAt(endpoint, 'properties').flatMap(field => {
      const name = nodeAt(field, 'key')?.name
      const value = nodeAt(field, 'value')
      if (typeof name !== 'string' || !value) throw new Error('an endpoint must name its fields')
      if (name === 'body') return [{ start: field.start, end: field.end, text: 'body: true' }]
      if (droppedFields.has(name)) return [{ start: field.start, end: endOfField(code, field.end), text: '' }]
      return []
    })
  })
  const moved = edits.map(edit => ({ ...edit, start: edit.start - table.start, end: edit.end - table.start }))
  return applyEdits(code.slice(table.start, table.end), moved)
}

function endOfField(code: string, end: number): number {
  return code[end] === ',' ? end + 1 : end
}

function hasCall(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCall)
  if (!isNode(value)) return false
  if (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression') return false
  if (value.type === 'CallExpression' || value.type === 'NewExpression') return true
  return Object.values(value).some(hasCall)
}

/** `/*#__PURE__*\/` marks only one call of a chain; around a function it covers the whole expression. */
function pureEdits(value: Node): Edit[] {
  return [
    { start: value.start, end: value.start, text: '/*#__PURE__*/ (() => (' },
    { start: value.end, end: value.end, text: '))()' },
  ]
}

function applyEdits(code: string, edits: Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function nodeAt(node: Node, key: string): Node | undefined {
  const value = node[key]
  return isNode(value) ? value : undefined
}

function nodesAt(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}
