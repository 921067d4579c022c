/** A planner's thread that wants more memory than it may have. */
import { answerTasks } from '#server/threads/answer-tasks.ts'

const kept: number[][] = []

answerTasks(() => {
  for (;;) kept.push(new Array<number>(100_000).fill(Math.PI))
})
