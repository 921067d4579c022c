import { type Control, useWatch } from 'react-hook-form'
import { Notice } from '#web/components/feedback/notice.tsx'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { PlaneFields } from './plane-fields.tsx'
import type { SiteValues } from './site-values.ts'

/** The basis of forecasts and plans of a site: its roof, its place and the limits of its grid connection. */
export function SiteDetails({ control }: { control: Control<SiteValues> }) {
  return (
    <>
      <PlaneFields control={control} />
      <DateInput control={control} name="commissionedOn" label={texts.commissionedOn} nullable />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <NumberInput
          control={control}
          name="latitude"
          label={texts.latitude}
          hint={texts.latitudeHint}
          unit="°"
          decimals={2}
          nullable
        />
        <NumberInput
          control={control}
          name="longitude"
          label={texts.longitude}
          hint={texts.longitudeHint}
          unit="°"
          decimals={2}
          nullable
        />
        <PlaceNotice control={control} />
        <NumberInput
          control={control}
          name="inverterW"
          label={texts.inverterW}
          hint={texts.likeModules}
          unit={texts.watts}
          nullable
        />
        <NumberInput
          control={control}
          name="maxImportW"
          label={texts.maxImportW}
          hint={texts.noLimit}
          unit={texts.watts}
          nullable
        />
        <NumberInput
          control={control}
          name="maxExportW"
          label={texts.maxExportW}
          hint={texts.usualLimit}
          unit={texts.watts}
          nullable
        />
      </div>
      <CheckboxField control={control} name="hasSmartMeter" label={texts.hasSmartMeter} />
      <CheckboxField control={control} name="canCurtail" label={texts.canCurtail} hint={texts.canCurtailHint} />
    </>
  )
}

/** A postcode alone yields no coordinates, and no other service is called for them. */
function PlaceNotice({ control }: { control: Control<SiteValues> }) {
  const [latitude, longitude] = useWatch({ control, name: ['latitude', 'longitude'] })
  if (latitude !== null && longitude !== null) return null
  return (
    <div className="sm:col-span-2">
      <Notice kind="info">{texts.withoutPlace}</Notice>
    </div>
  )
}

const texts = energySiteTexts.owner
