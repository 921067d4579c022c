/** Titles of the tests in a file: lets a document name a test, and detects a missing one. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { isNode } from './architecture/source-file.ts'

const architecture = 'architecture.test.ts'

/**
 * The problem with a reference of the form `file: title`, or undefined. The title, or a part of it, must match exactly
 * one running test; the titles of its groups may precede it. Rules of the architecture are named as tests.
 */
export function problemOf(reference: string): string | undefined {
  const [, file = '', title = ''] = /^(\S+\.(?:test|spec)\.tsx?): (.+)$/.exec(reference) ?? []
  if (file === '') return `is not of the form "file: title": ${reference}`
  if (!existsSync(file)) return `names a file that is not there: ${reference}`
  const found = titlesIn(file).filter(candidate => candidate.includes(title))
  if (found.length === 1) return undefined
  return found.length === 0
    ? `names a test that is not there: ${reference}`
    : `names ${found.length} tests: ${reference}`
}

const known = new Map<string, string[]>()

/** `group group title` of each test; placeholders as they are written. */
function titlesIn(file: string): string[] {
  const titles = known.get(file) ?? [...titlesOf(programOf(file)), ...(file === architecture ? namesOfRules() : [])]
  known.set(file, titles)
  return titles
}

export function titlesOf(node: ESTree.Node, groups: readonly string[] = []): string[] {
  const call = node.type === 'CallExpression' ? testCall(node) : undefined
  if (call?.kind === 'test') return [[...groups, call.title].join(' ')]
  if (call?.kind === 'skipped') return []
  const within = call ? [...groups, call.title] : groups
  return childrenOf(node).flatMap(child => titlesOf(child, within))
}

/** `test('title', …)`, `it.each(…)('title', …)`, `describe.each(…)('title', …)` and their like. */
function testCall(node: ESTree.CallExpression): { kind: 'test' | 'group' | 'skipped'; title: string } | undefined {
  const title = textOf(node.arguments[0])
  const names = chainOf(node.callee)
  if (title === undefined || !['test', 'it', 'describe'].includes(names[0] ?? '')) return undefined
  if (names.some(name => ['skip', 'todo', 'skipIf', 'fails'].includes(name))) return { kind: 'skipped', title }
  return { kind: names[0] === 'describe' ? 'group' : 'test', title }
}

/** `test.concurrent.each([…])` is test, concurrent, each. */
function chainOf(node: ESTree.Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'CallExpression') return chainOf(node.callee)
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return []
  return [...chainOf(node.object), node.property.name]
}

function namesOfRules(): string[] {
  return globSync('scripts/architecture/*.ts').flatMap(file => namesIn(programOf(file)))
}

/** Each `name: 'text'`. */
function namesIn(node: ESTree.Node): string[] {
  const isName = node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'name'
  const name = isName ? textOf(node.value) : undefined
  return name === undefined ? childrenOf(node).flatMap(namesIn) : [name]
}

function textOf(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('…') : undefined
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node).flatMap(value => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function programOf(file: string): ESTree.Node {
  return parseSync(file, readFileSync(file, 'utf8')).program
}
