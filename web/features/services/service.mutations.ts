import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applicationServices } from '#contract/application-services.ts'
import type { Body } from '#contract/endpoint.ts'
import {
  type NewServiceCollection,
  type ServiceCollection,
  type ServiceCollectionInput,
  serviceCollections,
} from '#contract/service-collections.ts'
import { type NewService, type Service, services } from '#contract/services.ts'
import { type WebsiteService, websiteServices } from '#contract/website-services.ts'
import { call } from '#web/lib/api/api-client.ts'
import { serviceQuery } from './service.query-options.ts'

export type ServiceChange = Body<typeof services.update>

/** An item's id, the revision the form loaded, and the change. */
type Change<Values> = { id: string; revision: number; change: Values }
type Revised = Pick<Service, 'id' | 'revision'>

/** Not a mutation, whose cache would keep the password of a first credential for some minutes. */
export function useCreateService() {
  const keep = useKeepService()
  return async (input: { body: NewService; idempotencyKey: string }) => {
    const created = await call(services.create, input)
    await keep(created)
    return created
  }
}

export function useUpdateService() {
  const keep = useKeepService()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<ServiceChange>) =>
      call(services.update, { params: { id }, body: change, revision }),
    onSuccess: keep,
  })
}

export function useDeleteService() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision }: Revised) => call(services.delete, { params: { id }, revision }),
    onSuccess: (_, { id }) => refresh(id),
  })
}

/** Returns the website's state after the check. */
export function useCheckNow() {
  const keep = useKeepService()
  return useMutation({
    mutationFn: ({ id }: WebsiteService) => call(websiteServices.checkNow, { params: { id } }),
    onSuccess: keep,
  })
}

/** Only this answer contains the address. */
export function useMakeHeartbeatToken() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: (id: string) => call(applicationServices.makeHeartbeatToken, { params: { id } }),
    onSuccess: () => refresh(),
  })
}

/** Revokes the address that an application reports to. */
export function useRemoveHeartbeatToken() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: (id: string) => call(applicationServices.removeHeartbeatToken, { params: { id } }),
    onSuccess: () => refresh(),
  })
}

export function useCreateCollection() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: (input: { body: NewServiceCollection; idempotencyKey: string }) =>
      call(serviceCollections.create, input),
    onSuccess: () => refresh(),
  })
}

export function useUpdateCollection() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision, change }: Change<ServiceCollectionInput>) =>
      call(serviceCollections.update, { params: { id }, body: change, revision }),
    onSuccess: () => refresh(),
  })
}

/** Deletes a group; its services stay. */
export function useDeleteCollection() {
  const refresh = useRefreshServices()
  return useMutation({
    mutationFn: ({ id, revision }: Pick<ServiceCollection, 'id' | 'revision'>) =>
      call(serviceCollections.delete, { params: { id }, revision }),
    onSettled: () => refresh(),
  })
}

/**
 * Refetches everything about services: lists, figures, pages, groups. `settledId` is a service whose page is left or that
 * has just been returned by the server.
 */
export function useRefreshServices(): (settledId?: string) => Promise<unknown> {
  const client = useQueryClient()
  return settledId =>
    client.invalidateQueries({
      queryKey: ['services'],
      predicate: ({ queryKey }) => settledId === undefined || queryKey[1] !== 'item' || queryKey[2] !== settledId,
    })
}

function useKeepService(): (service: Service) => Promise<unknown> {
  const client = useQueryClient()
  const refresh = useRefreshServices()
  return service => {
    client.setQueryData(serviceQuery(service.id).queryKey, service)
    return refresh(service.id)
  }
}
