import { useMutation, useQueryClient } from '@tanstack/react-query'
import { energyOverrides, type NewEnergyOverride } from '#contract/energy-overrides.ts'
import { call } from '#web/lib/api/api-client.ts'

/** Overrides the mode of a storage until a given time. */
export function useStartOverride() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (body: NewEnergyOverride) => call(energyOverrides.create, { body }),
    onSuccess,
  })
}

/** Ends an override: the plan decides again. */
export function useEndOverride() {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (id: string) => call(energyOverrides.delete, { params: { id } }),
    onSuccess,
  })
}

function useRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['energy'] })
}
