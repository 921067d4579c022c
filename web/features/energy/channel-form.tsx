import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { type EnergyChannel, energyChannelInput } from '#contract/energy-channels.ts'
import { channelRoles, isMeasureOfRole, measuresOfRole } from '#contract/energy-roles.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useVersionedForm, VersionedForm } from '#web/components/form/versioned-form.tsx'
import { formatNumber } from '#web/lib/format/format-number.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useCreateChannel, useUpdateChannel } from './energy.mutations.ts'
import { getLatestChannel } from './energy.query-options.ts'
import { channelDraftName } from './energy-drafts.ts'

interface ChannelFormProps {
  siteId: string
  /** The channel to change; null to add one. */
  channel: EnergyChannel | null
  onDone: () => void
}

/** Adds or changes a channel of a site. */
export function ChannelForm({ siteId, channel, onDone }: ChannelFormProps) {
  const create = useCreateChannel()
  const update = useUpdateChannel()
  const state = useVersionedForm<EnergyChannel, ChannelValues, EnergyChannel>({
    item: channel,
    schema: channelValues,
    start: { key: '', name: '', role: 'grid', measure: 'power', factor: 1, maxW: 30_000 },
    valuesOf,
    draftName: channelDraftName(siteId, channel),
    create: (values, idempotencyKey) => create.mutateAsync({ body: { siteId, ...values }, idempotencyKey }),
    update: ({ id }, change, revision) => update.mutateAsync({ id, revision, change }),
    getLatest: ({ id }) => getLatestChannel(id),
    onSaved: saved => {
      showSuccess(texts.saved(saved.name))
      onDone()
    },
  })
  const { control } = state.form
  const [role, measure] = useWatch({ control, name: ['role', 'measure'] })
  const offered = isMeasureOfRole(role, measure) ? measuresOfRole[role] : [...measuresOfRole[role], measure]
  return (
    <VersionedForm state={state} shownFields={shownFields}>
      <TextInput control={control} name="name" label={texts.name} required autoComplete="off" />
      <TextInput
        control={control}
        name="key"
        label={texts.key}
        hint={texts.keyHint}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Select
        control={control}
        name="role"
        label={texts.role}
        choices={channelRoles.map(value => ({ value, label: energySiteTexts.roles[value] }))}
      />
      <Select
        control={control}
        name="measure"
        label={texts.measure}
        choices={offered.map(value => ({ value, label: energySiteTexts.measures[value] }))}
      />
      <NumberInput
        control={control}
        name="factor"
        label={texts.factor}
        hint={texts.factorHint}
        required
        className="max-w-60"
      />
      <NumberInput
        control={control}
        name="maxW"
        label={texts.maxW}
        unit={texts.watts}
        decimals={0}
        required
        className="max-w-60"
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </VersionedForm>
  )
}

const texts = energySiteTexts.channels

const channelValues = z.pick(energyChannelInput, {
  key: true,
  name: true,
  role: true,
  measure: true,
  factor: true,
  maxW: true,
})
type ChannelValues = z.output<typeof channelValues>

function valuesOf({ key, name, role, measure, factor, maxW }: EnergyChannel): ChannelValues {
  return { key, name, role, measure, factor, maxW }
}

const shownFields = [
  { label: texts.name, show: ({ name }: ChannelValues) => name },
  { label: texts.key, show: ({ key }: ChannelValues) => key },
  { label: texts.role, show: ({ role }: ChannelValues) => energySiteTexts.roles[role] },
  { label: texts.measure, show: ({ measure }: ChannelValues) => energySiteTexts.measures[measure] },
  { label: texts.factor, show: ({ factor }: ChannelValues) => formatNumber(factor) },
  { label: texts.maxW, show: ({ maxW }: ChannelValues) => formatNumber(maxW) },
]
