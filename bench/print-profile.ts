/**
 * `node bench/print-profile.ts <folder>` sums up the CPU profiles that `npm run bench -- --profiles=<folder>` wrote: the
 * share of the busy time that each part of the product spends itself, and the functions that spend most.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

const functionsShown = 12
const idle = new Set(['(idle)', '(program)'])

function partOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (functionName === '(garbage collector)') return 'garbage collection'
  const [, found] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (found !== undefined) return found
  if (url.startsWith('node:')) return url.split('/')[0] ?? url
  const [, own] = /\/((?:server|contract|energy)\/(?:.+\/)?)/.exec(url) ?? []
  return own ?? (url === '' ? 'native code (SQLite, sockets, JSON)' : url)
}

function sharesIn(file: string): string {
  const { nodes, samples, timeDeltas }: Profile = JSON.parse(readFileSync(file, 'utf8'))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  let busyUs = 0
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id)
    const us = timeDeltas[index] ?? 0
    if (frame === undefined || idle.has(frame.functionName)) continue
    busyUs += us
    const name = `${frame.functionName || '(anonymous)'} ${frame.url.split('/').slice(-2).join('/')}`
    parts.set(partOf(frame), (parts.get(partOf(frame)) ?? 0) + us)
    functions.set(name, (functions.get(name) ?? 0) + us)
  }
  const lines = (found: Map<string, number>, most: number) =>
    [...found]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, most)
      .map(([name, us]) => `  ${((100 * us) / busyUs).toFixed(1).padStart(5)} %  ${name}`)
  const seconds = (busyUs / 1e6).toFixed(1)
  return [
    `${file}: ${seconds} s busy`,
    ...lines(parts, Infinity),
    'Functions:',
    ...lines(functions, functionsShown),
  ].join('\n')
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Usage: node bench/print-profile.ts <folder>')
for (const name of readdirSync(folder).filter(file => file.endsWith('.cpuprofile'))) {
  process.stdout.write(`${sharesIn(join(folder, name))}\n\n`)
}
