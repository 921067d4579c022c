import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/temporary-folder.ts'

keepTemporaryFilesInMemory()

/** Real PostgreSQL, started once per run for the projects whose tests ask for it, and only when one of them runs. */
const postgres = ['server/testing/postgres-setup.ts']

/** Every page and state before axe; each file has a portal and a browser of its own. */
const looks = ['e2e/pages.spec.ts', 'e2e/states/*.spec.ts']

// One project per root, so that a run over the browser's tests does not wait for a database.
export default defineConfig({
  test: {
    allowOnly: false,
    isolate: false,
    maxWorkers: '100%',
    // Two busy cores may be all there is; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a poll waits for comes; how soon is no matter of a test.
    expect: { poll: { timeout: 30_000 } },
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
          include: ['{server,demo}/**/*.test.ts'],
          globalSetup: postgres,
          // How much `npm run prove` asks for; see server/testing/proof-size.ts.
          provide: { proofSize: process.env.PROOF_SIZE ?? '' },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-journeys',
          include: ['e2e/**/*.spec.ts'],
          exclude: looks,
          globalSetup: postgres,
          testTimeout: 90_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-looks',
          include: looks,
          testTimeout: 180_000,
          // Never beside the journeys: axe keeps a processor busy.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
