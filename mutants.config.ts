import { defineConfig } from 'vitest/config'

/**
 * For `npm run prove -- mutants`: the tests of one group of modules, named by `scripts/prove-mutants.ts`. SQLite only:
 * each of thousands of runs would otherwise wait for PostgreSQL, and `npm test` covers both.
 */
export default defineConfig({
  plugins: [
    {
      name: 'prepared-statements-made-again',
      enforce: 'pre',
      // Plans created once would count as covered by the first test alone, and no other test would run for their
      // mutants.
      transform(code, id) {
        if (!id.endsWith('/server/database/prepared.ts')) return undefined
        const changed = code.replace('plans[engine] ??= planOf(', 'plans[engine] = planOf(')
        if (changed === code) throw new Error('prepared.ts keeps its plans in another way now.')
        return changed
      },
    },
  ],
  test: {
    include: process.env.MUTANT_TESTS?.split(' ') ?? [],
    allowOnly: false,
    // The files of a run share their modules and each run has new ones, which takes a third of the time.
    isolate: false,
    provide: { engines: ['sqlite'] },
  },
})
