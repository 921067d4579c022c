/** `npm run check`: the fast part of `npm test`, without the build and the browser. */
import { runSteps, staticSteps, unitTests } from './steps.ts'

runSteps([...staticSteps, unitTests])
