/** Devices: a router, a wallbox, a server at the customer's. */
import * as z from 'zod/mini'
import { defineEndpoints, empty, page } from './endpoint.ts'
import { ipAddress, macAddress } from './fields.ts'
import { listQuery } from './list-query.ts'
import { kindList } from './lists.ts'
import {
  credentialOfService,
  movedService,
  newCredential,
  serviceInputFields,
  serviceItemFields,
  serviceUrls,
} from './service-fields.ts'

export const deviceService = z.object({
  type: z.literal('device_service'),
  ...serviceItemFields,
  localIp: z.string(),
  externalIp: z.string(),
  macAddress: z.string(),
  urls: z.array(z.string()),
  credentials: z.array(credentialOfService),
})
export type DeviceService = z.output<typeof deviceService>

/** The full body of a device for PUT. */
export const deviceServiceInput = z.strictObject({
  ...serviceInputFields,
  localIp: ipAddress,
  externalIp: ipAddress,
  macAddress,
  urls: serviceUrls,
})
export type DeviceServiceInput = z.output<typeof deviceServiceInput>

const { name, customerId } = serviceInputFields
export const newDeviceService = z.extend(z.partial(deviceServiceInput), {
  name,
  customerId,
  credential: z.optional(newCredential),
})
export type NewDeviceService = z.output<typeof newDeviceService>

export const deviceServiceQuery = listQuery(kindList)

export const deviceServices = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/backend/device-services/',
    access: 'customer',
    summary: 'Devices, by name unless ordered otherwise.',
    query: deviceServiceQuery,
    response: page(deviceService),
  },
  create: {
    method: 'POST',
    path: '/api/backend/device-services/',
    access: 'admin',
    summary: 'Create a device, with `credential` also its first account.',
    body: newDeviceService,
    response: deviceService,
    status: 201,
  },
  get: {
    method: 'GET',
    path: '/api/backend/device-services/{id}/',
    access: 'customer',
    summary: 'One device.',
    response: deviceService,
  },
  replace: {
    method: 'PUT',
    path: '/api/backend/device-services/{id}/',
    access: 'admin',
    summary: 'Replace a device; requires the full body.',
    body: deviceServiceInput,
    response: deviceService,
    conditional: true,
    stepUp: movedService,
  },
  update: {
    method: 'PATCH',
    path: '/api/backend/device-services/{id}/',
    access: 'admin',
    summary: 'Change parts of a device.',
    body: z.partial(deviceServiceInput),
    response: deviceService,
    conditional: true,
    stepUp: movedService,
  },
  delete: {
    method: 'DELETE',
    path: '/api/backend/device-services/{id}/',
    access: 'admin',
    summary: 'Delete a device with its credentials.',
    response: empty,
    status: 204,
    conditional: true,
    stepUp: 'always',
  },
})
