/** A planner's thread whose solver never returns. */
import { answerTasks } from '#server/threads/answer-tasks.ts'

answerTasks(() => {
  for (;;);
})
