/** The loop that commands the storages of this process's database: once over all instances. */
import type { Runtime } from '#server/context.ts'
import { type PostCommand, sendCommands, updateCommands } from '#server/features/energy/storage-command.commands.ts'
import { type Poller, startPoller } from '#server/jobs/poller.ts'

/** Commands also depend on things that change without notice: a step of a plan begins, a reading becomes old. */
const lookedAtEveryMs = 5_000

/** `post`: null without MQTT. Then the device of a made-up house reads its commands in the portal itself. */
export function startCommanding(runtime: Runtime, post: PostCommand | null): Poller {
  return startPoller({
    name: 'commands',
    log: runtime.log,
    longestSleepMs: lookedAtEveryMs,
    untilNextMs: async () => lookedAtEveryMs,
    async runNext() {
      await updateCommands(runtime)
      await sendCommands(runtime, (site, message) => (post === null ? site.isDemo : post(site, message)))
      return false
    },
  })
}
