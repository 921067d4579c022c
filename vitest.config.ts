import { defineConfig } from 'vitest/config'

/** Real PostgreSQL, started once per run for the projects whose tests ask for it, and only when one of them runs. */
const postgres = ['server/testing/postgres-setup.ts']

// One project per root, so that a run over the browser's tests does not wait for a database.
export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: '100%',
    // Two busy cores may be all there is; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: { name: 'repository', include: ['*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: postgres,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          globalSetup: postgres,
          testTimeout: 90_000,
          // The browser and the server under test share the machine: journeys run one after the other.
          fileParallelism: false,
        },
      },
    ],
  },
})
