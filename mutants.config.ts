import { defineConfig } from 'vitest/config'

/**
 * For `npm run prove -- mutants`: the tests of one group of modules, named by `scripts/prove-mutants.ts`. On SQLite alone:
 * each of thousands of runs would else wait for PostgreSQL, and `npm test` runs the same tests on both.
 */
export default defineConfig({
  plugins: [
    {
      name: 'prepared-statements-made-anew',
      enforce: 'pre',
      // Made once, they would count as reached by the first test alone, and no other would be run for a change in them.
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
    // The files of a run share their modules, each run has new ones: a third of the time.
    isolate: false,
    provide: { engines: ['sqlite'] },
  },
})
