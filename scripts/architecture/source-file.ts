/** A source file as the architecture rules see it: its path, its imports, the globals it uses. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ESTree, parseSync } from 'vite'

export type Import = {
  /** As written. */
  specifier: string
  /** Path in the repository if it is one of our files, undefined for a package. */
  target: string | undefined
  /** Erased at run time. */
  isTypeOnly: boolean
  /** Loaded on demand: `import()`. */
  isLazy?: true
  /** The imported values, without types; `*` is the whole module. */
  names: readonly string[]
}

export type SourceFile = {
  path: string
  lines: number
  isTest: boolean
  imports: readonly Import[]
  /** Globals with one home that the file uses, such as `process.env` or `new Date()`. */
  uses: ReadonlySet<string>
  hasDefaultExport: boolean
  functions: readonly WrittenFunction[]
}

export type WrittenFunction = { name: string; lines: number }

export const roots = ['contract', 'energy', 'server', 'demo', 'web', 'e2e', 'bench', 'scripts'] as const

/** Every TypeScript file of the repository. */
export function readSourceFiles(): SourceFile[] {
  return globSync(['*.ts', ...roots.map(root => `${root}/**/*.{ts,tsx}`)])
    .filter(path => !path.endsWith('.d.ts'))
    .toSorted()
    .map(path => parseSourceFile(path, readFileSync(path, 'utf8')))
}

/** Throws when the text is not TypeScript: no rule can be applied to an unreadable file. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: Import[] = []
  const uses = new Set<string>()
  const functions: WrittenFunction[] = []
  let hasDefaultExport = false
  walk(program, node => {
    const found = importOf(node)
    if (found !== undefined) imports.push({ ...found, target: resolveImport(path, found.specifier) })
    for (const use of usesOf(node)) uses.add(use)
    if (node.type === 'ExportDefaultDeclaration') hasDefaultExport = true
    const name = nameOfFunction(node)
    if (name !== undefined) functions.push({ name, lines: countLines(text.slice(node.start, node.end)) })
  })
  return { path, lines: countLines(text), isTest: isTest(path), imports, uses, hasDefaultExport, functions }
}

/** Undefined unless the node is a function. */
function nameOfFunction(node: ESTree.Node): string | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return node.id?.name ?? 'a function'
    case 'ArrowFunctionExpression':
      return 'a function'
    default:
      return undefined
  }
}

function walk(node: ESTree.Node, visit: (node: ESTree.Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

export function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function importOf(node: ESTree.Node): Omit<Import, 'target'> | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return {
        specifier: node.source.value,
        isTypeOnly: node.importKind === 'type',
        names: node.specifiers.flatMap(namesIn),
      }
    case 'ExportAllDeclaration':
      return { specifier: node.source.value, isTypeOnly: node.exportKind === 'type', names: ['*'] }
    case 'ExportNamedDeclaration':
      return node.source
        ? { specifier: node.source.value, isTypeOnly: node.exportKind === 'type', names: ['*'] }
        : undefined
    case 'TSImportType':
      return { specifier: node.source.value, isTypeOnly: true, names: [] }
    case 'ImportExpression':
      return node.source.type === 'Literal' && typeof node.source.value === 'string'
        ? { specifier: node.source.value, isTypeOnly: false, isLazy: true, names: ['*'] }
        : undefined
    default:
      return undefined
  }
}

function namesIn(specifier: ESTree.ImportDeclarationSpecifier): string[] {
  if (specifier.type !== 'ImportSpecifier') return ['*']
  if (specifier.importKind === 'type') return []
  return [specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value]
}

/** A value that `expect` reads once: `expect(await .count())` of `expect(await rows.count())`. */
function readOnceIn({ callee, arguments: [actual] }: ESTree.CallExpression): string[] {
  if (callee.type !== 'Identifier' || callee.name !== 'expect' || actual?.type !== 'AwaitExpression') return []
  const read = actual.argument.type === 'CallExpression' ? actual.argument.callee : undefined
  if (read?.type !== 'MemberExpression' || read.property.type !== 'Identifier') return []
  return [`expect(await .${read.property.name}())`]
}

/** An assertion as a statement, whose promise nobody awaits: `expect().toBeVisible;`. */
function droppedAssertionIn(statement: ESTree.Expression): string[] {
  if (statement.type !== 'CallExpression' || statement.callee.type !== 'MemberExpression') return []
  const { object, property } = statement.callee
  const base = object.type === 'MemberExpression' ? object.object : object
  const isAssertion =
    base.type === 'CallExpression' && base.callee.type === 'Identifier' && base.callee.name === 'expect'
  return isAssertion && property.type === 'Identifier' ? [`expect().${property.name};`] : []
}

/**
 * `name()`, `new Name()` or with arguments `new Name(…)`, a tag named `name`, `object.name`, `.name`, and `name=` or
 * `name:` of an assigned value.
 */
function usesOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'CallExpression':
      return node.callee.type === 'Identifier' ? [`${node.callee.name}()`, ...readOnceIn(node)] : []
    case 'ExpressionStatement':
      return droppedAssertionIn(node.expression)
    case 'NewExpression':
      return node.callee.type === 'Identifier'
        ? [`new ${node.callee.name}(${node.arguments.length === 0 ? '' : '…'})`]
        : []
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' ? [`${node.name.name}=`] : []
    case 'Property':
      return node.key.type === 'Identifier' ? [`${node.key.name}:`] : []
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier' ? [`${node.tag.name}\`\``] : []
    case 'MemberExpression': {
      if (node.property.type !== 'Identifier') return []
      const owner = node.object.type === 'Identifier' ? [`${node.object.name}.${node.property.name}`] : []
      return [`.${node.property.name}`, ...owner]
    }
    default:
      return []
  }
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return undefined
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}
