/** The action in force for a storage of a site, derived from all facts, and the target of its command. Pure. */
import type { SentTo } from './command-message.rules.ts'
import type { CommandRow, ControlFacts, StorageFacts } from './control-facts.queries.ts'
import { type Wish, wishOf } from './storage-command.rules.ts'

/** The portal controls only sites that are switched on and heard. */
export function wishInForce({ site, isHeard, isDimmed, plan }: ControlFacts, of: StorageFacts): Wish | null {
  if (site.control !== 'on' || !isHeard || site.key === null) return null
  const { override } = of
  return wishOf({
    storage: of.storage,
    override: override && {
      id: override.id,
      mode: override.mode,
      powerW: override.power_w,
      until: override.until_at,
    },
    plan,
    isDimmed,
  })
}

/** Where a command goes; null for a mode that its device does not offer. */
export function targetOfCommand({ target }: Pick<CommandRow, 'target'>): SentTo | null {
  // Written by `replaceCommand` only.
  return JSON.parse(target) as SentTo | null
}
