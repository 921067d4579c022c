/** `npm test`: everything, in the order that finds a mistake soonest. */
import { browserTests, runSteps, staticSteps, unitTests } from './steps.ts'

runSteps([
  { name: 'what the tests need is here', command: ['node', 'scripts/require-tools.ts'] },
  ...staticSteps,
  unitTests,
  { name: 'build within its budgets', command: ['node', 'scripts/build-all.ts'] },
  browserTests,
])
