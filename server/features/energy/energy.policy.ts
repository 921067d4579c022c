/** Permissions of an actor on visible sites and their parts. It is the customer's house: its use is theirs to decide. */
import type { EnergyChannel } from '#contract/energy-channels.ts'
import type { EnergyOverride } from '#contract/energy-overrides.ts'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { EnergyStorage } from '#contract/energy-storages.ts'
import type { EnergyTariff } from '#contract/energy-tariffs.ts'
import { type Actor, isAdmin, isImpersonating } from '#server/auth/actor.ts'

/** The fields of a site that its customer changes. */
export const customersSiteFields = ['control'] as const
/** The fields of a storage that its customer changes. */
export const customersStorageFields = ['schedule'] as const

export function sitePermissionsOf(actor: Actor): EnergySite['permissions'] {
  if (isAdmin(actor)) return ['update', 'delete', 'makeKey', 'setControl', 'mute', 'addTariff']
  return isImpersonating(actor) ? [] : ['setControl', 'mute', 'addTariff']
}

export function channelPermissionsOf(actor: Actor): EnergyChannel['permissions'] {
  return isAdmin(actor) ? ['update', 'delete'] : []
}

export function storagePermissionsOf(actor: Actor): EnergyStorage['permissions'] {
  if (isAdmin(actor)) return ['update', 'delete', 'setSchedule']
  return isImpersonating(actor) ? [] : ['setSchedule']
}

/** An actor who may switch control may also order. */
export function overridePermissionsOf(actor: Actor): EnergyOverride['permissions'] {
  return isImpersonating(actor) ? [] : ['end']
}

/** A household enters its tariffs itself. */
export function tariffPermissionsOf(actor: Actor): EnergyTariff['permissions'] {
  return isImpersonating(actor) ? [] : ['update', 'delete']
}
