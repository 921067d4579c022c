/** The values of a service's form: the fields of all kinds. Only those of the selected kind are validated and sent. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { applicationServiceInput } from '#contract/application-services.ts'
import { deviceServiceInput } from '#contract/device-services.ts'
import { applicationPeriodMinutesDefault } from '#contract/limits.ts'
import { type NewCredential, newCredential, type ServiceType } from '#contract/service-fields.ts'
import type { Service, ServiceInput } from '#contract/services.ts'
import { websiteServiceInput } from '#contract/website-services.ts'
import { withScheme } from '#web/lib/format/web-address.ts'

/** The first credential of a new device or website. Its field name excludes it from drafts. */
type CredentialValues = Required<NewCredential> & { isWanted: boolean }

export type ServiceValues = ServiceInput & { type: ServiceType; credential: CredentialValues }

const inputs = {
  device_service: deviceServiceInput,
  website_service: websiteServiceInput,
  application_service: applicationServiceInput,
}

type Checked = StandardSchemaV1.Result<ServiceValues>

/**
 * Validates the fields of the selected kind by the contract. Addresses may omit https://, and the last ones may be
 * empty. Fields of other kinds stay unchanged, so that switching back loses nothing.
 */
export const serviceValues: StandardSchemaV1<ServiceValues, ServiceValues> = {
  '~standard': {
    version: 1,
    vendor: 'contract',
    validate: async input => {
      // The form passes its values.
      const values = input as ServiceValues
      const sent = sentFields({ ...values, urls: meantUrls(values.urls) })
      const result = await inputs[values.type]['~standard'].validate(sent)
      const issues = [
        ...(result.issues ?? []).map(issue => (isNoCustomer(values, issue) ? missing : issue)),
        ...credentialIssues(values),
      ]
      if (result.issues || issues.length > 0) return { issues }
      // The validated fields are those of the kind, under the same names.
      return { value: { ...values, ...result.value } } as Checked
    },
  },
}

const missing: StandardSchemaV1.Issue = { path: ['customerId'], message: 'required' }

/** An empty field is missing, not an invalid id. */
function isNoCustomer({ customerId }: ServiceValues, { path }: StandardSchemaV1.Issue): boolean {
  return path?.[0] === 'customerId' && !customerId
}

/** The credential to send; undefined without one or for a kind that has none. */
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

/** The fields of the selected kind. */
export function sentFields({ type, ...values }: ServiceValues): Partial<ServiceInput> {
  // Each entry is one of the values under its own name.
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => name in inputs[type].shape),
  ) as Partial<ServiceInput>
}

/** Initial values of a service of this kind. */
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
