import type { Control } from 'react-hook-form'
import { serviceUrlsMax } from '#contract/limits.ts'
import type { ServiceType } from '#contract/service-fields.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { TextListInput } from '#web/components/form/text-list-input.tsx'
import { serviceTexts } from '#web/texts/services.texts.ts'
import type { ServiceValues } from './service-values.ts'

interface KindFieldsProps {
  control: Control<ServiceValues>
  type: ServiceType
}

/** The fields of a single kind of service. */
export function KindFields({ control, type }: KindFieldsProps) {
  switch (type) {
    case 'device_service':
      return (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <AddressInput control={control} name="localIp" label={texts.localIp} hint={texts.localIpHint} />
            <AddressInput control={control} name="externalIp" label={texts.externalIp} />
          </div>
          <AddressInput control={control} name="macAddress" label={texts.macAddress} hint={texts.macAddressHint} />
          <Urls control={control} label={texts.urls} hint={texts.urlsHint} min={0} />
        </>
      )
    case 'website_service':
      return (
        <>
          <Urls control={control} label={texts.websiteUrls} hint={texts.websiteUrlsHint} min={1} />
          <CheckboxField control={control} name="isWatched" label={texts.isWatched} hint={texts.isWatchedHint} />
        </>
      )
    case 'application_service':
      return (
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberInput
            control={control}
            name="periodMinutes"
            label={texts.periodMinutes}
            hint={texts.periodHint}
            unit={texts.periodUnit}
            decimals={0}
            required
          />
          <TextInput control={control} name="version" label={texts.version} hint={texts.versionHint} />
        </div>
      )
  }
}

const texts = serviceTexts.form

interface AddressInputProps {
  control: Control<ServiceValues>
  name: 'localIp' | 'externalIp' | 'macAddress'
  label: string
  hint?: string
}

function AddressInput(props: AddressInputProps) {
  return <TextInput {...props} monospace autoComplete="off" autoCapitalize="none" spellCheck={false} />
}

interface UrlsProps {
  control: Control<ServiceValues>
  label: string
  hint: string
  min: number
}

function Urls(props: UrlsProps) {
  return (
    <TextListInput
      {...props}
      name="urls"
      type="url"
      itemLabel={texts.url}
      addLabel={texts.addUrl}
      removeLabel={texts.removeUrl}
      max={serviceUrlsMax}
    />
  )
}
