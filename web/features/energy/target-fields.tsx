import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { Notice } from '#web/components/feedback/notice.tsx'
import { SkeletonText } from '#web/components/feedback/skeleton.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { Select } from '#web/components/form/select.tsx'
import { energyControlTexts } from '#web/texts/energy-control.texts.ts'
import { foundTargetsQuery } from './control.query-options.ts'
import type { StorageValues } from './storage-values.ts'
import { targetKinds } from './target-values.ts'

const texts = energyControlTexts.target

interface TargetFieldsProps {
  control: Control<StorageValues>
  siteId: string
  /** null: not stored yet. */
  storageId: string | null
}

/** The target of commands for a storage, with the fields of its kind. */
export function TargetFields({ control, siteId, storageId }: TargetFieldsProps) {
  const kind = useWatch({ control, name: 'commandTarget.kind' })
  const ownTopic = storageId === null ? texts.ownTopicLater : texts.ownTopic(storageId)
  return (
    <>
      <Select
        control={control}
        name="commandTarget.kind"
        label={texts.label}
        hint={
          <span className="wrap-anywhere">{kind === 'own' ? `${texts.hints.own} ${ownTopic}` : texts.hints[kind]}</span>
        }
        choices={targetKinds.map(value => ({ value, label: texts.kinds[value] }))}
      />
      {kind === 'evcc_loadpoint' ? (
        <NumberInput
          control={control}
          name="commandTarget.loadpoint"
          label={texts.loadpoint}
          hint={texts.loadpointHint}
          required
          className="max-w-60"
        />
      ) : null}
      {kind === 'homeassistant' ? <FoundTopic control={control} siteId={siteId} /> : null}
    </>
  )
}

/** A stored topic remains selectable while no device describes it. */
function FoundTopic({ control, siteId }: Pick<TargetFieldsProps, 'control' | 'siteId'>) {
  const { data, isError, isFetching, refetch } = useQuery(foundTargetsQuery(siteId))
  const topic = useWatch({ control, name: 'commandTarget.topic' })
  if (!data) {
    return isError ? (
      <ErrorState text={texts.findFailed} onRetry={refetch} busy={isFetching} />
    ) : (
      <SkeletonText lines={2} />
    )
  }
  const found = data.results.map(target => ({ value: target.topic, label: texts.found(target.name, target.topic) }))
  const isKnown = topic === '' || found.some(({ value }) => value === topic)
  const choices = isKnown ? found : [{ value: topic, label: texts.notFoundAgain(topic) }, ...found]
  return (
    <>
      {found.length === 0 ? <Notice kind="info">{texts.noneFound}</Notice> : null}
      <Select
        control={control}
        name="commandTarget.topic"
        label={texts.topic}
        hint={texts.topicHint}
        required
        emptyLabel={texts.chooseTopic}
        choices={choices}
      />
    </>
  )
}
