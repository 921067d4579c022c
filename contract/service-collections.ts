/** Collections of services of one customer. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { id, instant, line, optionalText } from './fields.ts'
import { collectionServicesMax, descriptionLengthMax } from './limits.ts'
import { listQuery } from './list-query.ts'
import { collectionList, serviceStates, serviceTypes } from './lists.ts'

export const serviceCollection = z.object({
  id,
  name: z.string(),
  description: z.string(),
  customer: z.object({ id, name: z.string() }),
  /** By name. */
  services: z.array(
    z.object({ id, type: z.enum(serviceTypes), name: z.string(), state: z.nullable(z.enum(serviceStates)) }),
  ),
  permissions: z.array(z.enum(['update', 'delete'])),
  revision: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type ServiceCollection = z.output<typeof serviceCollection>

/** The full body of a collection for PUT. */
export const serviceCollectionInput = z.strictObject({
  name: line(),
  description: optionalText(descriptionLengthMax),
  customerId: id,
  /** The complete list of its services; they are of the same customer, and leave their previous collection. */
  serviceIds: z.array(id).check(z.maxLength(collectionServicesMax, 'collection.full')),
})
export type ServiceCollectionInput = z.output<typeof serviceCollectionInput>

const { name, customerId } = serviceCollectionInput.shape
export const newServiceCollection = z.extend(z.partial(serviceCollectionInput), { name, customerId })
export type NewServiceCollection = z.output<typeof newServiceCollection>

export const serviceCollectionQuery = listQuery(collectionList)
export type ServiceCollectionQuery = z.output<typeof serviceCollectionQuery>

export const serviceCollections = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/service-collections/',
    access: 'customer',
    summary: 'Collections with their services, by name unless ordered otherwise.',
    query: serviceCollectionQuery,
    response: page(serviceCollection),
  },
  create: {
    method: 'POST',
    path: '/api/backend/service-collections/',
    access: 'admin',
    summary: 'Create a collection.',
    body: newServiceCollection,
    response: serviceCollection,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/service-collections/{id}/',
    access: 'customer',
    summary: 'One collection.',
    response: serviceCollection,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/service-collections/{id}/',
    access: 'admin',
    summary: 'Replace a collection; requires the full body.',
    body: serviceCollectionInput,
    response: serviceCollection,
    conditional: true,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/service-collections/{id}/',
    access: 'admin',
    summary: 'Change parts of a collection.',
    body: z.partial(serviceCollectionInput),
    response: serviceCollection,
    conditional: true,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/service-collections/{id}/',
    access: 'admin',
    summary: 'Delete a collection; its services stay.',
    response: empty,
    status: 204,
    conditional: true,
    withoutStepUp: 'an arrangement; the services stay',
  },
})
