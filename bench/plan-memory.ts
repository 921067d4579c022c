/** Plans many times in one thread and reports the resident memory, in MB, after a few and after many plans. */
import { createPlanner } from '#server/energy/planner.ts'
import { shortQuestions } from './plan-questions.ts'

const questions = shortQuestions(100)
/** Until then the engine compiles the solver for speed, which takes 10 MB once. */
const warmingUp = 400

process.once('message', async (plans: { few: number; many: number }) => {
  const planner = createPlanner()
  const planUntil = async (from: number, to: number) => {
    for (let index = from; index < to; index += 1) await planner.ask('plan', questions[index % questions.length])
    globalThis.gc?.()
    return process.memoryUsage.rss() / 1024 / 1024
  }
  await planUntil(0, warmingUp)
  const few = await planUntil(0, plans.few)
  const many = await planUntil(plans.few, plans.many)
  await planner.close()
  process.send?.({ few, many }, () => process.disconnect())
})
