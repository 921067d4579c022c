import { useWatch } from 'react-hook-form'
import { type EnergyStorage, storageKinds } from '#contract/energy-storages.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { energyStorageTexts } from '#web/texts/energy-storages.texts.ts'
import { useCreateStorage, useUpdateStorage } from './energy.mutations.ts'
import { getLatestStorage } from './energy.query-options.ts'
import { storageDraftName } from './energy-drafts.ts'
import {
  newStorageValues,
  type StorageValues,
  storageInputOf,
  storageValues,
  storageValuesOf,
} from './storage-values.ts'
import { TargetFields } from './target-fields.tsx'
import { targetText } from './target-values.ts'

interface StorageFormProps {
  siteId: string
  /** The storage to change; null to add one. */
  storage: EnergyStorage | null
  onDone: () => void
}

/** Adds or changes a storage of a site. Its schedule stays as it is. */
export function StorageForm({ siteId, storage, onDone }: StorageFormProps) {
  const create = useCreateStorage()
  const update = useUpdateStorage()
  const state = useVersionedForm<EnergyStorage, StorageValues, EnergyStorage>({
    item: storage,
    schema: storageValues,
    start: newStorageValues,
    valuesOf: storageValuesOf,
    draftName: storageDraftName(siteId, storage),
    create: (values, idempotencyKey) =>
      create.mutateAsync({ body: { siteId, ...storageInputOf(values) }, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change: storageInputOf(change) }),
    getLatest: ({ id }) => getLatestStorage(id),
    onSaved: saved => {
      showSuccess(texts.saved(saved.name))
      onDone()
    },
  })
  const { control } = state.form
  const kind = useWatch({ control, name: 'kind' })
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput control={control} name="name" label={texts.name} required autoComplete="off" />
      <Select
        control={control}
        name="kind"
        label={texts.kind}
        choices={storageKinds.map(value => ({ value, label: texts.kinds[value] }))}
      />
      {numberFields
        .filter(({ name }) => kind !== 'heat' || !ofDischarge.has(name))
        .map(({ name, label, unit, ...field }) => (
          <NumberInput
            key={name}
            control={control}
            name={name}
            label={label}
            unit={unit}
            reading={unit === texts.units.wattHours ? inKilowattHours : undefined}
            required={name !== 'endCt'}
            nullable={name === 'endCt'}
            className="max-w-60"
            {...field}
          />
        ))}
      <CheckboxField control={control} name="gridCharge" label={texts.gridCharge} />
      {kind === 'heat' ? null : <CheckboxField control={control} name="gridDischarge" label={texts.gridDischarge} />}
      <TargetFields control={control} siteId={siteId} storageId={storage?.id ?? null} />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = energyStorageTexts

const { wattHours, watts, cents } = texts.units

type NumberField = {
  name: Exclude<keyof StorageValues, 'name' | 'kind' | 'gridCharge' | 'gridDischarge' | 'commandTarget'>
  label: string
  unit?: string
  hint?: string
  decimals?: number
}

/** In the order of the form. */
const numberFields: readonly NumberField[] = [
  { name: 'maxWh', label: texts.maxWh, unit: wattHours },
  { name: 'minWh', label: texts.minWh, unit: wattHours },
  { name: 'maxChargeW', label: texts.maxChargeW, unit: watts },
  { name: 'minChargeW', label: texts.minChargeW, unit: watts, hint: texts.minChargeHint },
  { name: 'maxDischargeW', label: texts.maxDischargeW, unit: watts },
  { name: 'chargeEfficiency', label: texts.chargeEfficiency, hint: texts.chargeEfficiencyHint, decimals: 2 },
  { name: 'dischargeEfficiency', label: texts.dischargeEfficiency, decimals: 2 },
  { name: 'lossW', label: texts.lossW, unit: watts },
  { name: 'wearCt', label: texts.wearCt, unit: cents, hint: texts.wearHint, decimals: 1 },
  { name: 'startCt', label: texts.startCt, unit: cents, decimals: 1 },
  { name: 'endCt', label: texts.endCt, unit: cents, hint: texts.endHint, decimals: 1 },
]

/** Not for a heat store. */
const ofDischarge: ReadonlySet<NumberField['name']> = new Set(['maxDischargeW', 'dischargeEfficiency'])

function inKilowattHours(wh: number): string {
  return energySiteTexts.kilowattHours(wh / 1_000)
}

const flag = (isOn: boolean) => (isOn ? texts.yes : texts.no)
const shownFields = [
  { label: texts.name, show: ({ name }: StorageValues) => name },
  { label: texts.kind, show: ({ kind }: StorageValues) => texts.kinds[kind] },
  ...numberFields.map(({ name, label, unit }) => ({
    label,
    show: (values: StorageValues) => {
      const value = values[name]
      return value === null ? '–' : [formatNumber(value), ...(unit === undefined ? [] : [unit])].join('\u00a0')
    },
  })),
  { label: texts.gridCharge, show: ({ gridCharge }: StorageValues) => flag(gridCharge) },
  { label: texts.gridDischarge, show: ({ gridDischarge }: StorageValues) => flag(gridDischarge) },
  { label: energyControlTexts.target.label, show: ({ commandTarget }: StorageValues) => targetText(commandTarget) },
]
