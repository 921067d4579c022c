/** A planner's thread whose solver never comes back. */
import { answerTasks } from '#server/threads/answer-tasks.ts'

answerTasks(() => {
  for (;;);
})
