import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { energyAlarms } from '#contract/energy-alarms.ts'
import { type EnergyChannel, energyChannels, type NewEnergyChannel } from '#contract/energy-channels.ts'
import { type Assignment, energyProposals } from '#contract/energy-proposals.ts'
import { type EnergySite, type EnergySiteKey, energySites, type NewEnergySite } from '#contract/energy-sites.ts'
import { type EnergyStorage, energyStorages, type NewEnergyStorage } from '#contract/energy-storages.ts'
import { call } from '#web/lib/api/api-client.ts'

type SiteChange = BodyInput<typeof energySites.update>
type ChannelChange = BodyInput<typeof energyChannels.update>
type StorageChange = BodyInput<typeof energyStorages.update>

export function useCreateSite() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: (input: { body: NewEnergySite; idempotencyKey: string }) => call(energySites.create, input),
    onSuccess,
  })
}

export function useUpdateSite() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: SiteChange }) =>
      call(energySites.update, { params: { id }, body: change, revision }),
    onSuccess,
  })
}

/** Deletes a site with everything measured there. */
export function useDeleteSite() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<EnergySite, 'id' | 'revision'>) =>
      call(energySites.delete, { params: { id }, revision }),
    onSuccess,
  })
}

/** Not a mutation, whose cache would keep the token for some minutes. */
export function useMakeSiteKey() {
  const refresh = useRefreshEnergy()
  return async (id: string): Promise<EnergySiteKey> => {
    const made = await call(energySites.makeKey, { params: { id } })
    await refresh()
    return made
  }
}

export function useRemoveSiteKey() {
  const onSuccess = useRefreshEnergy()
  return useMutation({ mutationFn: (id: string) => call(energySites.removeKey, { params: { id } }), onSuccess })
}

export function useCreateChannel() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: (input: { body: NewEnergyChannel; idempotencyKey: string }) => call(energyChannels.create, input),
    onSuccess,
  })
}

/** Turns a proposal into a channel. */
export function useAssignProposal() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, assignment = {} }: { id: string; assignment?: Assignment }) =>
      call(energyProposals.assign, { params: { id }, body: assignment }),
    onSuccess,
  })
}

export function useUpdateChannel() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: ChannelChange }) =>
      call(energyChannels.update, { params: { id }, body: change, revision }),
    onSuccess,
  })
}

/** Deletes a channel with its readings. */
export function useDeleteChannel() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<EnergyChannel, 'id' | 'revision'>) =>
      call(energyChannels.delete, { params: { id }, revision }),
    onSuccess,
  })
}

export function useCreateStorage() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: (input: { body: NewEnergyStorage; idempotencyKey: string }) => call(energyStorages.create, input),
    onSuccess,
  })
}

export function useUpdateStorage() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: StorageChange }) =>
      call(energyStorages.update, { params: { id }, body: change, revision }),
    onSuccess,
  })
}

/** Deletes a storage; its channels stay. */
export function useDeleteStorage() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<EnergyStorage, 'id' | 'revision'>) =>
      call(energyStorages.delete, { params: { id }, revision }),
    onSuccess,
  })
}

/** Mutes a kind of alarm of a site until the end of a day; null unmutes it. */
export function useMuteAlarm() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyInput<typeof energyAlarms.mute>) =>
      call(energyAlarms.mute, { params: { id }, body }),
    onSuccess,
  })
}

/** Marks all data about energy as stale. */
export function useRefreshEnergy(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['energy'] })
}
