import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type NewServiceCredential,
  type ServiceCredential,
  type ServiceCredentialInput,
  serviceCredentials,
} from '#contract/service-credentials.ts'
import type { FetchPassword } from '#web/components/password/use-revealed-password.ts'
import { call } from '#web/lib/api/api-client.ts'
import { useRefreshServices } from './service.mutations.ts'
import { revealsKey } from './service-credential.query-options.ts'

type Seen = Pick<ServiceCredential, 'id' | 'revision'>

export function useAddCredential() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: (input: { body: NewServiceCredential; idempotencyKey: string }) =>
      call(serviceCredentials.create, input),
    onSuccess: () => refresh(),
  })
}

export function useUpdateCredential() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision, change }: Seen & { change: ServiceCredentialInput }) =>
      call(serviceCredentials.update, { params: { id }, body: change, revision }),
    onSuccess: () => refresh(),
  })
}

export function useDeleteCredential() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision }: Seen) => call(serviceCredentials.delete, { params: { id }, revision }),
    onSettled: () => refresh(),
  })
}

/** Not a mutation, whose cache would keep the typed password for some minutes. */
export function useSetPassword() {
  const refresh = useRefreshServices()
  return ({ id, revision }: Seen, password: string) =>
    call(serviceCredentials.setPassword, { params: { id }, body: { password }, revision }).finally(() => refresh())
}

/** Reveals a password, bypassing every cache. */
export function useFetchPassword(): FetchPassword {
  const client = useQueryClient()
  return async (id, signal) => {
    const { password } = await call(serviceCredentials.reveal, { params: { id }, signal })
    void client.invalidateQueries({ queryKey: revealsKey(id) })
    return password
  }
}

/** Removes the stored password; the credential stays. */
export function useRemovePassword() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision }: Seen) => call(serviceCredentials.removePassword, { params: { id }, revision }),
    onSettled: () => refresh(),
  })
}
