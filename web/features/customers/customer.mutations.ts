import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import { type Customer, type CustomerInput, customers } from '#contract/customers.ts'
import { type NewUser, users } from '#contract/users.ts'
import { call } from '#web/lib/api/api-client.ts'
import { lookUpSession } from '#web/lib/session/session.ts'
import { customerQuery } from './customer.query-options.ts'

export function useCreateCustomer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { body: CustomerInput; idempotencyKey: string }) => call(customers.create, input),
    onSuccess: created => {
      client.setQueryData(customerQuery(created.id).queryKey, created)
      return client.invalidateQueries({ queryKey: ['customers', 'list'] })
    },
  })
}

/** Creates customer and user in one call: both or neither. */
export function useCreateCustomerWithLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: { body: NewUser; idempotencyKey: string }) => {
      const { customerId } = await call(users.create, input)
      return call(customers.get, { params: { id: customerId ?? '' } })
    },
    onSuccess: created => {
      client.setQueryData(customerQuery(created.id).queryKey, created)
      void client.invalidateQueries({ queryKey: ['users'] })
      return client.invalidateQueries({ queryKey: ['customers', 'list'] })
    },
  })
}

export function useUpdateCustomer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision, change }: { id: string; revision: number; change: CustomerInput }) =>
      call(customers.update, { params: { id }, body: change, revision }),
    onSuccess: saved => {
      client.setQueryData(customerQuery(saved.id).queryKey, saved)
      // Tickets show the customer's name.
      void client.invalidateQueries({ queryKey: ['tickets'] })
      return client.invalidateQueries({ queryKey: ['customers', 'list'] })
    },
  })
}

export function useDeleteCustomer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<Customer, 'id' | 'revision'>) =>
      call(customers.delete, { params: { id }, revision }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['customers', 'list'] }),
  })
}

/** From now on this browser shows the portal as the customer sees it. Clears all data cached for the admin. */
export function useStartImpersonation() {
  return useMutation({
    mutationFn: async (body: { customerId: string; reason: string }) => {
      await call(accounts.startImpersonation, { body })
      await lookUpSession()
    },
  })
}
