import { useMutation } from '@tanstack/react-query'
import type { BodyInput } from '#contract/endpoint.ts'
import { type EnergyTariff, energyTariffs } from '#contract/energy-tariffs.ts'
import { call } from '#web/lib/api/api-client.ts'
import { useRefreshEnergy } from './energy.mutations.ts'

export function useCreateTariff() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: (input: { body: BodyInput<typeof energyTariffs.create>; idempotencyKey: string }) =>
      call(energyTariffs.create, input),
    onSuccess,
  })
}

export function useUpdateTariff() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: (input: { id: string; revision: number; change: BodyInput<typeof energyTariffs.update> }) =>
      call(energyTariffs.update, { params: { id: input.id }, body: input.change, revision: input.revision }),
    onSuccess,
  })
}

/** Deletes a tariff; the previous one remains valid. */
export function useDeleteTariff() {
  const onSuccess = useRefreshEnergy()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<EnergyTariff, 'id' | 'revision'>) =>
      call(energyTariffs.delete, { params: { id }, revision }),
    onSuccess,
  })
}
