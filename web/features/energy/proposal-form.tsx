import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { energyChannelInput } from '#contract/energy-channels.ts'
import type { EnergyProposal } from '#contract/energy-proposals.ts'
import {
  type ChannelMeasure,
  type ChannelRole,
  channelMeasures,
  channelRoles,
  isMeasureOfRole,
  measuresOfRole,
} from '#contract/energy-roles.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { Form } from '#web/components/form/form.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { energySiteTexts } from '#web/texts/energy-sites.texts.ts'
import { useAssignProposal } from './energy.mutations.ts'
import { exampleText, sourceText } from './proposal-words.ts'

/** Defines the meaning of a value that devices send, and turns it into a channel. */
export function ProposalForm({ proposal, onDone }: { proposal: EnergyProposal; onDone: () => void }) {
  const assign = useAssignProposal()
  const { name, role, measure, factor } = proposal
  const form = useForm<AssignmentValues>({
    resolver: standardSchemaResolver(assignmentValues),
    defaultValues: { name, factor, ...(role !== null && { role }), ...(measure !== null && { measure }) },
  })
  const { control } = form
  // Without a proposal, nothing is selected until the user selects it.
  const [chosen, measured]: readonly [ChannelRole | undefined, ChannelMeasure | undefined] = useWatch({
    control,
    name: ['role', 'measure'],
  })
  const fitting = chosen === undefined ? channelMeasures : measuresOfRole[chosen]
  const isFitting = measured === undefined || chosen === undefined || isMeasureOfRole(chosen, measured)
  const offered = isFitting ? fitting : [...fitting, measured]
  return (
    <Form
      form={form}
      onSubmit={async assignment => {
        const channel = await assign.mutateAsync({ id: proposal.id, assignment })
        showSuccess(texts.assigned(channel.name))
        onDone()
      }}
      onFailure={error => {
        if (!applyProblem(form, error)) showFailure(error)
      }}
    >
      <p className="max-w-reading break-words text-muted">{texts.sent(exampleText(proposal), sourceText(proposal))}</p>
      <TextInput control={control} name="name" label={words.name} required autoComplete="off" />
      <Select
        control={control}
        name="role"
        label={words.role}
        required
        choices={channelRoles.map(value => ({ value, label: energySiteTexts.roles[value] }))}
      />
      <Select
        control={control}
        name="measure"
        label={words.measure}
        required
        choices={offered.map(value => ({ value, label: energySiteTexts.measures[value] }))}
      />
      <NumberInput
        control={control}
        name="factor"
        label={words.factor}
        hint={words.factorHint}
        required
        className="max-w-60"
      />
      <SubmitButton fullOnPhone className="justify-self-start">
        {texts.save}
      </SubmitButton>
    </Form>
  )
}

const texts = energySiteTexts.proposals
const words = energySiteTexts.channels

const { name, role, measure, factor } = energyChannelInput.shape
const assignmentValues = z.strictObject({ name, role, measure, factor })
type AssignmentValues = z.output<typeof assignmentValues>
