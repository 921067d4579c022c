import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/temporary-folder.ts'

keepTemporaryFilesInMemory()

/** Real PostgreSQL, started once per run and only if a selected project needs it. */
const postgres = ['server/testing/postgres-setup.ts']

/** Loaded once per run. */
const loadedDemo = ['e2e/loaded-demo.ts']

/** Checks every page and state with axe; each file has its own portal and browser. */
const looks = ['e2e/pages.spec.ts', 'e2e/states/*.spec.ts']

/** The scale of `npm run prove`; see server/testing/number-of-cases.ts. */
const proofSize = { proofSize: process.env.PROOF_SIZE ?? '' }

// One project per root, so that tests of the browser code do not wait for a database.
export default defineConfig({
  test: {
    allowOnly: false,
    isolate: false,
    maxWorkers: '100%',
    // Allows for two busy cores; a hanging test still ends.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A poll waits for a state, not for a duration.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'repository', include: ['*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'] },
      },
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'energy',
          include: ['energy/**/*.test.ts'],
          provide: proofSize,
          // Thousands of plans.
          ...(process.env.PROOF_SIZE === 'whole' ? { testTimeout: 3_600_000 } : {}),
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,demo}/**/*.test.ts'],
          globalSetup: postgres,
          provide: proofSize,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-journeys',
          include: ['e2e/**/*.spec.ts'],
          exclude: looks,
          globalSetup: [...postgres, ...loadedDemo],
          testTimeout: 180_000,
          provide: proofSize,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-looks',
          include: looks,
          globalSetup: loadedDemo,
          testTimeout: 180_000,
          provide: proofSize,
          // Never at the same time as the journeys: axe keeps a core busy.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
