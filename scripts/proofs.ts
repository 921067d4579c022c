/** The test files that `npm run prove` runs with more cases than `npm test` has time for. */
export const proofs: Readonly<Record<string, readonly string[]>> = {
  kill: [
    'server/testing/crash.test.ts',
    'server/testing/kill.test.ts',
    'server/testing/killed-in-turn.test.ts',
    'server/testing/message-kill.test.ts',
    'server/testing/postgres-kill.test.ts',
    'server/features/energy/command-kill.test.ts',
    'server/backup/backup-faults.test.ts',
    'server/features/invoices/issue-processes.test.ts',
  ],
  fuzz: ['server/fuzz.test.ts', 'server/features/invoices/invoice-agreement.test.ts'],
  faults: [
    'server/faults.test.ts',
    'server/clock-set-back.test.ts',
    'server/mail/worker.test.ts',
    'server/database/sqlite/sqlite-busy-retry.test.ts',
  ],
  logs: ['server/log-secrets.test.ts'],
  dns: ['server/features/dns/dns-faults.test.ts', 'server/features/dns/dns-kill.test.ts'],
  energy: [
    'energy/plan.test.ts',
    'energy/simulate.test.ts',
    'energy/ordered-flows.test.ts',
    'server/features/energy/saving.rules.test.ts',
    'server/features/energy/true-curve.test.ts',
    'server/features/energy/interleaved-senders.test.ts',
    'server/features/energy/counter-windows.test.ts',
    'demo/house-back-test.test.ts',
  ],
}
/** Tests of the browser: the site is built first. */
export const stateProofs = [
  'e2e/energy-control.spec.ts',
  'e2e/energy-owner.spec.ts',
  'e2e/energy-plans.spec.ts',
  'e2e/energy-tariffs.spec.ts',
  'e2e/states',
]
