/** The commands, overrides and suggestions of a site, as its page shows them. */
import type { Context } from '#server/context.ts'
import { listTargets, readControlFacts } from './control-facts.queries.ts'
import { getSite } from './energy-site.queries.ts'

/** The facts of a site in scope; 404 outside the scope. */
export async function getControlFacts({ db, scope, clock }: Pick<Context, 'db' | 'scope' | 'clock'>, siteId: string) {
  await getSite(db, scope, siteId)
  const [facts] = await readControlFacts(db, { siteId }, clock.now())
  if (facts === undefined) throw new Error('A site in scope has no facts.')
  return facts
}

/** The targets of a site's devices; 404 outside the scope. */
export async function listFoundTargets({ db, scope }: Pick<Context, 'db' | 'scope'>, siteId: string) {
  await getSite(db, scope, siteId)
  return (await listTargets(db, [siteId])).get(siteId) ?? []
}
