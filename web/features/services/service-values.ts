/** What the form of a service holds: the fields of all kinds, of which those of the chosen one are checked and sent. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { applicationServiceInput } from '#contract/application-services.ts'
import { deviceServiceInput } from '#contract/device-services.ts'
import { applicationPeriodMinutesDefault } from '#contract/limits.ts'
import { type NewCredential, newCredential, type ServiceType } from '#contract/service-fields.ts'
import type { Service, ServiceInput } from '#contract/services.ts'
import { websiteServiceInput } from '#contract/website-services.ts'
import { withScheme } from '#web/lib/format/web-address.ts'

/** The first account of a new device or website. Its name keeps it out of drafts. */
type CredentialValues = Required<NewCredential> & { isWanted: boolean }

export type ServiceValues = ServiceInput & { type: ServiceType; credential: CredentialValues }

const inputs = {
  device_service: deviceServiceInput,
  website_service: websiteServiceInput,
  application_service: applicationServiceInput,
}

type Checked = StandardSchemaV1.Result<ServiceValues>

/**
 * The fields of the chosen kind by the contract; addresses may be typed without https://, the last ones left empty. What
 * belongs to another kind stays as it is, so that a change of mind loses nothing.
 */
export const serviceValues: StandardSchemaV1<ServiceValues, ServiceValues> = {
  '~standard': {
    version: 1,
    vendor: 'contract',
    validate: async input => {
      // The form gives what it holds.
      const values = input as ServiceValues
      const sent = sentFields({ ...values, urls: meantUrls(values.urls) })
      const result = await inputs[values.type]['~standard'].validate(sent)
      const issues = [
        ...(result.issues ?? []).map(issue => (isNoCustomer(values, issue) ? missing : issue)),
        ...credentialIssues(values),
      ]
      if (result.issues || issues.length > 0) return { issues }
      // The checked fields are those of the kind, under the same names.
      return { value: { ...values, ...result.value } } as Checked
    },
  },
}

const missing: StandardSchemaV1.Issue = { path: ['customerId'], message: 'required' }

/** An empty field is no wrong id. */
function isNoCustomer({ customerId }: ServiceValues, { path }: StandardSchemaV1.Issue): boolean {
  return path?.[0] === 'customerId' && !customerId
}

/** The credential that is sent along; undefined without one, and for a kind that has none. */
export function sentCredential({ type, credential }: ServiceValues): NewCredential | undefined {
  const { isWanted, password, ...fields } = credential
  if (!isWanted || type === 'application_service') return undefined
  return { ...fields, ...(password !== '' && { password }) }
}

function credentialIssues(values: ServiceValues): StandardSchemaV1.Issue[] {
  const credential = sentCredential(values)
  const issues = credential && newCredential.safeParse(credential).error?.issues
  return issues?.map(({ path, message }) => ({ path: ['credential', ...path], message })) ?? []
}

function meantUrls(typed: readonly string[]): string[] {
  const last = typed.findLastIndex(url => url.trim() !== '')
  return typed.slice(0, last + 1).map(withScheme)
}

/** The fields of the chosen kind. */
export function sentFields({ type, ...values }: ServiceValues): Partial<ServiceInput> {
  // Each entry is one of the values under its own name.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name in inputs[type].shape),
  ) as Partial<ServiceInput>
}

/** A new service of this kind. */
export function newValues(type: ServiceType, customerId: string): ServiceValues {
  return {
    type,
    name: '',
    description: '',
    customerId,
    collectionId: null,
    localIp: '',
    externalIp: '',
    macAddress: '',
    urls: [''],
    isWatched: true,
    version: '',
    periodMinutes: applicationPeriodMinutesDefault,
    credential: { isWanted: false, label: '', username: '', password: '', isShared: true },
  }
}

export function valuesOf(service: Service): ServiceValues {
  const { type, name, description, customer, collectionId } = service
  const common = { ...newValues(type, customer.id), name, description, collectionId }
  switch (service.type) {
    case 'device_service': {
      const { localIp, externalIp, macAddress, urls } = service
      return { ...common, localIp, externalIp, macAddress, urls }
    }
    case 'website_service':
      return { ...common, urls: service.urls, isWatched: service.isWatched }
    case 'application_service':
      return { ...common, version: service.version, periodMinutes: service.periodMinutes }
  }
}
