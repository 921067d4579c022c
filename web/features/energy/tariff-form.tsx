import { useQuery } from '@tanstack/react-query'
import { type Control, type UseFormSetValue, useWatch } from 'react-hook-form'
import type { EnergySite } from '#contract/energy-sites.ts'
import type { EnergyTariff, TariffTerms } from '#contract/energy-tariffs.ts'
import { Button } from '#web/components/action/button.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { DateInput } from '#web/components/form/date-input.tsx'
import { MoneyInput } from '#web/components/form/money-input.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { RadioCards } from '#web/components/form/radio-cards.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { formatDate, formatEur } from '#web/lib/format/format.ts'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { energyTariffTexts } from '#web/texts/energy-tariffs.texts.ts'
import { tariffDraftName } from './energy-drafts.ts'
import { useCreateTariff, useUpdateTariff } from './energy-tariff.mutations.ts'
import { getLatestTariff, tariffTermsQuery } from './energy-tariff.query-options.ts'
import { monthWords } from './tariff-months.tsx'
import {
  grossPrices,
  newTariffValues,
  type TariffValues,
  tariffInputOf,
  tariffValues,
  tariffValuesOf,
} from './tariff-values.ts'
import { TariffWindows } from './tariff-windows.tsx'

interface TariffFormProps {
  site: EnergySite
  /** The tariff to change; null to add one. */
  tariff: EnergyTariff | null
  /** The latest tariff: most of the next one stays as it is. */
  former: EnergyTariff | null
  onDone: () => void
}

/** Adds or changes a tariff of a site. The first one starts with the legal rules for the site's feed-in. */
export function TariffForm(props: TariffFormProps) {
  const { data, isError } = useQuery(tariffTermsQuery(props.site.id))
  if (!data && !isError) return <SkeletonText lines={8} />
  return <LoadedForm {...props} terms={data} />
}

function LoadedForm({ site, tariff, former, terms, onDone }: TariffFormProps & { terms: TariffTerms | undefined }) {
  const create = useCreateTariff()
  const update = useUpdateTariff()
  const state = useVersionedForm<EnergyTariff, TariffValues, EnergyTariff>({
    item: tariff,
    schema: tariffValues,
    start: startOf(former, terms),
    valuesOf: tariffValuesOf,
    draftName: tariffDraftName(site.id, tariff),
    create: (values, idempotencyKey) =>
      create.mutateAsync({ body: { siteId: site.id, ...tariffInputOf(values, null) }, idempotencyKey }),
    update: ({ id, tariff: stored }, change, revision) =>
      update.mutateAsync({ id, revision, change: tariffInputOf(change, stored) }),
    getLatest: ({ id }) => getLatestTariff(id),
    showRefusal: (error, form) => applyProblem(form, error, nameInForm),
    onSaved: saved => {
      showSuccess(texts.saved(saved.name))
      onDone()
    },
  })
  const { control, setValue } = state.form
  const kind = useWatch({ control, name: 'kind' })
  const vatPercent = useWatch({ control, name: 'vatPercent' })
  const gross = (ct: number) => texts.gross(ct * (1 + (Number.isFinite(vatPercent) ? vatPercent : 0) / 100))
  const ct = centsOf(control)
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput
        control={control}
        name="name"
        label={texts.name}
        placeholder={texts.namePlaceholder}
        required
        autoComplete="off"
      />
      <DateInput control={control} name="validFrom" label={texts.validFrom} required />
      <RadioCards control={control} name="kind" label={texts.kind} cards={kindCards} />
      <p className="text-label text-muted">{texts.netHint}</p>
      <NumberInput
        {...ct}
        name="supplyCt"
        label={kind === 'dynamic' ? texts.supplyDynamic : texts.supplyFixed}
        hint={kind === 'dynamic' ? texts.supplyDynamicHint : texts.supplyFixedHint}
        reading={gross}
      />
      <NumberInput {...ct} name="gridCt" label={texts.grid} hint={texts.gridHint} reading={gross} />
      <TariffWindows control={control} gross={gross} />
      <NumberInput {...ct} name="leviesCt" label={texts.levies} reading={gross} />
      <NumberInput
        {...ct}
        name="vatPercent"
        label={texts.vatPercent}
        hint={texts.vatHint}
        decimals={0}
        unit={texts.units.percent}
      />
      <Together control={control} />
      <MoneyInput
        control={control}
        name="monthlyEur"
        label={texts.monthlyEur}
        hint={texts.monthlyHint}
        required
        className="max-w-72"
      />
      <FeedIn control={control} terms={terms} setValue={setValue} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

interface FeedInProps {
  control: Control<TariffValues>
  terms: TariffTerms | undefined
  setValue: UseFormSetValue<TariffValues>
}

function FeedIn({ control, terms, setValue }: FeedInProps) {
  return (
    <>
      <h3 className="text-lead">{texts.feedIn}</h3>
      {terms ? <Terms terms={terms} setValue={setValue} /> : null}
      <NumberInput {...centsOf(control)} name="feedInCt" label={texts.feedInCt} hint={texts.feedInHint} />
      <CheckboxField control={control} name="feedInFollowsSpot" label={texts.feedInFollowsSpot} />
      <CheckboxField
        control={control}
        name="zeroWhenSpotNegative"
        label={texts.zeroWhenSpotNegative}
        hint={texts.zeroHint}
      />
    </>
  )
}

/** A price in ct per kilowatt-hour. */
function centsOf(control: Control<TariffValues>) {
  return { control, decimals: 2, unit: texts.units.cents, required: true, className: 'max-w-72' } as const
}

const texts = energyTariffTexts

const kindCards = (['fixed', 'dynamic'] as const).map(value => ({
  value,
  label: texts.kinds[value],
  hint: texts.kindHints[value],
}))

function startOf(former: EnergyTariff | null, terms: TariffTerms | undefined): TariffValues {
  if (former) return { ...tariffValuesOf(former), name: '', validFrom: '' }
  const { feedInCt = null, zeroWhenSpotNegative = false } = terms ?? {}
  return { ...newTariffValues, feedInCt: feedInCt ?? Number.NaN, zeroWhenSpotNegative }
}

/** The form's name of a field of the request. */
function nameInForm(field: string): string {
  return fieldNames[field] ?? field.replace(/^tariff\.gridFee\./, '')
}

const fieldNames: Readonly<Record<string, string>> = {
  'tariff.vat': 'vatPercent',
  'tariff.supply.ct': 'supplyCt',
  'tariff.supply.spotShare': 'kind',
  'tariff.gridFee.ct': 'gridCt',
  'tariff.leviesCt': 'leviesCt',
  'tariff.feedIn.ct': 'feedInCt',
}

/** The gross price computed from the input, to compare with the contract. */
function Together({ control }: { control: Control<TariffValues> }) {
  const values = useWatch({ control }) as TariffValues // The form starts with all values.
  const { tariff } = tariffInputOf(values, null)
  const { usualCt, leastCt, mostCt } = grossPrices(tariff)
  const parts = [
    ...(Number.isFinite(usualCt) ? [texts.together[values.kind](texts.cents(usualCt))] : []),
    ...(Number.isFinite(leastCt + mostCt) && leastCt !== mostCt
      ? [texts.together.windows(texts.cents(leastCt), texts.cents(mostCt))]
      : []),
  ]
  return (
    <p role="status" className={parts.length === 0 ? 'sr-only' : 'tabular rounded-box bg-sunken p-4 text-label'}>
      {parts.join(' ')}
    </p>
  )
}

/** The legal rules for the feed-in of the site, with a button to apply them. */
function Terms({ terms, setValue }: { terms: TariffTerms; setValue: UseFormSetValue<TariffValues> }) {
  const { feedInCt, zeroWhenSpotNegative, exportLimit } = terms
  function take() {
    const option = { shouldDirty: true, shouldValidate: true }
    if (feedInCt !== null) setValue('feedInCt', feedInCt, option)
    setValue('zeroWhenSpotNegative', zeroWhenSpotNegative, option)
  }
  return (
    <div className="grid gap-2 rounded-box border border-hairline p-4 text-label">
      <p className="font-semibold">{texts.termsTitle}</p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{feedInCt === null ? texts.termsNoPay : texts.termsPay(texts.cents(feedInCt))}</li>
        <li>{zeroWhenSpotNegative ? texts.termsZero : texts.termsPaid}</li>
        <li>
          {exportLimit === null
            ? texts.termsNoLimit
            : texts.termsLimit(energySiteTexts.kilowatts(exportLimit.watts / 1_000), exportLimit.isLaw)}
        </li>
      </ul>
      <Button size="small" className="justify-self-start" onClick={take}>
        {texts.takeTerms}
      </Button>
    </div>
  )
}

const flag = (isOn: boolean) => (isOn ? texts.yes : texts.no)
const shownFields = [
  { label: texts.name, show: ({ name }: TariffValues) => name },
  { label: texts.validFrom, show: ({ validFrom }: TariffValues) => (validFrom === '' ? '–' : formatDate(validFrom)) },
  { label: texts.kind, show: ({ kind }: TariffValues) => texts.kinds[kind] },
  { label: texts.supplyFixed, show: ({ supplyCt }: TariffValues) => texts.cents(supplyCt) },
  { label: texts.grid, show: ({ gridCt }: TariffValues) => texts.cents(gridCt) },
  {
    label: texts.windows,
    show: ({ windows }: TariffValues) =>
      windows
        .map(({ from, to, ct, months }) => `${from}–${to} ${texts.cents(ct)} (${monthWords(months)})`)
        .join('; ') || '–',
  },
  { label: texts.levies, show: ({ leviesCt }: TariffValues) => texts.cents(leviesCt) },
  {
    label: texts.vatPercent,
    show: ({ vatPercent }: TariffValues) => `${formatNumber(vatPercent)}\u00a0${texts.units.percent}`,
  },
  { label: texts.monthlyEur, show: ({ monthlyEur }: TariffValues) => formatEur(monthlyEur) },
  { label: texts.feedInCt, show: ({ feedInCt }: TariffValues) => texts.cents(feedInCt) },
  { label: texts.feedInFollowsSpot, show: ({ feedInFollowsSpot }: TariffValues) => flag(feedInFollowsSpot) },
  { label: texts.zeroWhenSpotNegative, show: (values: TariffValues) => flag(values.zeroWhenSpotNegative) },
]
