import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type NewUser, type User, type UserInput, users } from '#contract/users.ts'
import { call } from '#web/lib/api/api-client.ts'

export function useCreateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: NewUser; idempotencyKey: string }) => call(users.create, input),
    onSuccess: () => makeUsersStale(client),
  })
}

export function useUpdateUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: Partial<UserInput> }) =>
      call(users.update, { params: { id }, body: change, revision }),
    onSuccess: () => makeUsersStale(client),
  })
}

export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<User, 'id' | 'revision'>) => call(users.delete, { params: { id }, revision }),
    onSuccess: () => makeUsersStale(client),
  })
}

/** Mails an invitation to a user. */
export function useInviteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, idempotencyKey }: { id: string; idempotencyKey: string }) =>
      call(users.invite, { params: { id }, idempotencyKey }),
    onSuccess: () => Promise.all([makeUsersStale(client), client.invalidateQueries({ queryKey: ['outbox'] })]),
  })
}

/** Removes a user's second factors, for a lost device. */
export function useResetSecondFactor() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Pick<User, 'id'>) => call(users.resetSecondFactor, { params: { id } }),
    onSuccess: () => makeUsersStale(client),
  })
}

/** Another admin may have changed one: refetches the stored state. */
export function useRefreshUsers(): () => Promise<unknown> {
  const client = useQueryClient()
  return () => makeUsersStale(client)
}

/** A customer's count of users and its permission to delete depend on its users. */
function makeUsersStale(client: QueryClient): Promise<unknown> {
  void client.invalidateQueries({ queryKey: ['customers'] })
  return client.invalidateQueries({ queryKey: ['users'] })
}
