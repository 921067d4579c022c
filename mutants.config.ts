import { defineConfig } from 'vitest/config'

/**
 * For `npm run prove -- mutants`: the tests of one group of modules, named by `scripts/prove-mutants.ts`. On SQLite alone:
 * each of thousands of runs would else wait for PostgreSQL, and `npm test` runs the same tests on both.
 */
export default defineConfig({
  test: {
    include: process.env.MUTANT_TESTS?.split(' ') ?? [],
    allowOnly: false,
    provide: { engines: ['sqlite'] },
  },
})
