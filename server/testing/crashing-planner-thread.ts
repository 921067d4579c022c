/** A planner's thread that ends in the middle of its work, as when memory runs out. */
import { answerTasks } from '#server/threads/answer-tasks.ts'

answerTasks(() => process.exit(134))
