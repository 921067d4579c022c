import { useWatch } from 'react-hook-form'
import type { EnergySite } from '#contract/energy-sites.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { SearchSelectField } from '#web/components/form/search-select-field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { SearchOption } from '#web/components/form/use-search-options.ts'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { formatDate } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useCreateSite, useUpdateSite } from './energy.mutations.ts'
import { getLatestSite } from './energy.query-options.ts'
import { siteDraftName } from './energy-drafts.ts'
import { SiteDetails } from './site-details.tsx'
import { newSiteValues, type SiteValues, siteValues, siteValuesOf } from './site-values.ts'

interface SiteFormProps {
  /** The site to change; null to create one. */
  site: EnergySite | null
  searchCustomers: (query: string, signal: AbortSignal) => Promise<readonly SearchOption[]>
  onDone: (saved: EnergySite) => void
}

/** Creates or changes a site. */
export function SiteForm({ site, searchCustomers, onDone }: SiteFormProps) {
  const create = useCreateSite()
  const update = useUpdateSite()
  const state = useVersionedForm<EnergySite, SiteValues, EnergySite>({
    item: site,
    schema: siteValues,
    start: newSiteValues,
    valuesOf: siteValuesOf,
    draftName: siteDraftName(site),
    create: ({ customerId, name, pvKwp, usualChannels, hasBattery }, idempotencyKey) =>
      create.mutateAsync({ body: { customerId, name, pvKwp, usualChannels, hasBattery }, idempotencyKey }),
    update: ({ id }, { usualChannels: _, hasBattery: __, ...change }, revision) =>
      update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestSite(id),
    onSaved: saved => {
      showSuccess(texts.saved(saved.name))
      onDone(saved)
    },
  })
  const { control } = state.form
  const hasUsualChannels = useWatch({ control, name: 'usualChannels' })
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <SearchSelectField
        control={control}
        name="customerId"
        label={texts.customer}
        loadOptions={searchCustomers}
        initialOption={site ? { value: site.customer.id, label: site.customer.name } : undefined}
        required
      />
      <TextInput control={control} name="name" label={texts.name} required autoComplete="off" />
      <NumberInput control={control} name="pvKwp" label={texts.pvKwp} unit={texts.kwp} decimals={2} />
      {site ? (
        <SiteDetails control={control} />
      ) : (
        <>
          <CheckboxField
            control={control}
            name="usualChannels"
            label={texts.usualChannels}
            hint={texts.usualChannelsHint}
          />
          {hasUsualChannels ? (
            <CheckboxField control={control} name="hasBattery" label={texts.hasBattery} hint={texts.hasBatteryHint} />
          ) : null}
        </>
      )}
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = energySiteTexts.owner

const watts = (value: number | null) => (value === null ? '–' : `${formatNumber(value)}\u00a0${texts.watts}`)
const degrees = (value: number | null) => (value === null ? '–' : `${formatNumber(value)}°`)
const flag = (isOn: boolean) => (isOn ? texts.yes : texts.no)

const shownFields = [
  { label: texts.name, show: ({ name }: SiteValues) => name },
  { label: texts.pvKwp, show: ({ pvKwp }: SiteValues) => `${formatNumber(pvKwp)}\u00a0${texts.kwp}` },
  {
    label: texts.planes,
    show: ({ planes }: SiteValues) =>
      planes
        .map(
          ({ kwp, tilt, azimuth }) => `${formatNumber(kwp)}\u00a0${texts.kwp}, ${degrees(tilt)}, ${degrees(azimuth)}`,
        )
        .join('; ') || '–',
  },
  {
    label: texts.commissionedOn,
    show: ({ commissionedOn }: SiteValues) => (commissionedOn === null ? '–' : formatDate(commissionedOn)),
  },
  { label: texts.latitude, show: ({ latitude }: SiteValues) => degrees(latitude) },
  { label: texts.longitude, show: ({ longitude }: SiteValues) => degrees(longitude) },
  { label: texts.inverterW, show: ({ inverterW }: SiteValues) => watts(inverterW) },
  { label: texts.maxImportW, show: ({ maxImportW }: SiteValues) => watts(maxImportW) },
  { label: texts.maxExportW, show: ({ maxExportW }: SiteValues) => watts(maxExportW) },
  { label: texts.hasSmartMeter, show: ({ hasSmartMeter }: SiteValues) => flag(hasSmartMeter) },
  { label: texts.canCurtail, show: ({ canCurtail }: SiteValues) => flag(canCurtail) },
]
