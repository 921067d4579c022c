/**
 * `npm run prove -- kill|fuzz|faults|logs|dns|energy|states`: the full runs of proofs of which `npm test` runs a small
 * part. `PROOF_SIZE` sets the number of kills, or of calls to each endpoint. `flood` measures, alone on its machine; `mutants` and
 * `journeys` prove the tests themselves; `injection` needs sqlmap; `invoices <folder>` writes files for validators.
 */
import { spawnSync } from 'node:child_process'
import { proofs, stateProofs } from './proofs.ts'

const scripts = ['flood', 'mutants', 'journeys', 'injection'] as const
const choices = [...Object.keys(proofs), 'states', ...scripts]

const [first, ...others] = process.argv.slice(2)
// The only one with an argument of its own, so it runs alone.
if (first === 'invoices') {
  process.exit(spawnSync('node', ['scripts/prove-invoices.ts', ...others], { stdio: 'inherit' }).status ?? 1)
}

const names = process.argv.slice(2)
const unknown = names.filter(name => !choices.includes(name))
if (names.length === 0 || unknown.length > 0) {
  process.stderr.write(`npm run prove -- ${choices.join('|')}\n              invoices <folder>\n`)
  process.exit(1)
}

const files = names.flatMap(name => proofs[name] ?? [])
const runs: readonly (readonly [command: string, ...args: string[]])[] = [
  ...(files.length > 0 ? [['vitest', 'run', '--project=server', '--project=energy', ...files] as const] : []),
  ...(names.includes('states')
    ? [
        ['node', 'scripts/build-all.ts', '--if-stale'] as const,
        ['vitest', 'run', '--project=e2e-*', ...stateProofs] as const,
      ]
    : []),
  ...scripts.filter(name => names.includes(name)).map(name => ['node', `scripts/prove-${name}.ts`] as const),
]
for (const [command, ...args] of runs) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PROOF_SIZE: 'whole', ...process.env },
  })
  if (status !== 0) process.exitCode = status ?? 1
}
