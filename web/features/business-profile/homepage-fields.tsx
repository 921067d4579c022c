import type { ReactNode } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { sectionIcons } from '#contract/business-profile.ts'
import { Card } from '#web/components/display/card.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import type { HomepageInput } from './homepage-part.ts'
import { ListEditor } from './list-editor.tsx'
import { TagsInput } from './tags-input.tsx'

type PartProps = { control: Control<HomepageInput> }

/** The homepage's contents, in the order of the page. */
export function HomepageFields({ control }: PartProps) {
  return (
    <>
      <Part title={texts.parts.first}>
        <TextInput control={control} name="homepage.heading" label={texts.heading} />
        <TextArea control={control} name="homepage.introduction" label={texts.introduction} rows={3} />
        <Facts control={control} />
      </Part>
      <Part title={texts.parts.offer}>
        <TextInput control={control} name="homepage.servicesHeading" label={texts.servicesHeading} />
        <TextArea control={control} name="homepage.servicesIntroduction" label={texts.servicesIntroduction} rows={3} />
        <Services control={control} />
      </Part>
      <Part title={texts.parts.powerMaster}>
        <TextArea control={control} name="homepage.powerMasterText" label={texts.powerMasterText} rows={3} />
      </Part>
      <Part title={texts.parts.devices}>
        <TextInput control={control} name="homepage.devicesHeading" label={texts.devicesHeading} />
        <TextArea control={control} name="homepage.devicesText" label={texts.devicesText} rows={3} />
        <Devices control={control} />
      </Part>
      <Part title={texts.parts.steps}>
        <TextInput control={control} name="homepage.stepsHeading" label={texts.stepsHeading} />
        <Steps control={control} />
      </Part>
      <Part title={texts.parts.contact}>
        <TextInput control={control} name="homepage.contactHeading" label={texts.contactHeading} />
        <TextArea control={control} name="homepage.contactText" label={texts.contactText} rows={3} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid gap-5">{children}</div>
    </Card>
  )
}

const texts = businessProfileTexts.homepage

function Facts({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'homepage.facts' })
  return (
    <ListEditor
      title={texts.facts}
      hint={texts.factsHint}
      itemName={texts.fact}
      addLabel={texts.addFact}
      max={4}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ title: '', text: '' })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <TextInput control={control} name={`homepage.facts.${index}.title`} label={texts.itemTitle} required />
          <TextArea control={control} name={`homepage.facts.${index}.text`} label={texts.itemText} rows={2} />
        </>
      )}
    </ListEditor>
  )
}

const iconChoices = sectionIcons.map(value => ({ value, label: texts.icons[value] }))

function Devices({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'homepage.devices' })
  return (
    <ListEditor
      title={texts.devices}
      itemName={texts.device}
      addLabel={texts.addDevice}
      max={6}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ icon: 'sun', name: '', detail: '' })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <Select control={control} name={`homepage.devices.${index}.icon`} label={texts.icon} choices={iconChoices} />
          <TextInput control={control} name={`homepage.devices.${index}.name`} label={texts.deviceName} required />
          <TextInput control={control} name={`homepage.devices.${index}.detail`} label={texts.deviceDetail} />
        </>
      )}
    </ListEditor>
  )
}

function Services({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'homepage.services' })
  return (
    <ListEditor
      title={texts.services}
      itemName={texts.service}
      addLabel={texts.addService}
      max={9}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ title: '', text: '', tags: [] })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <TextInput control={control} name={`homepage.services.${index}.title`} label={texts.itemTitle} required />
          <TextArea control={control} name={`homepage.services.${index}.text`} label={texts.itemText} rows={3} />
          <TagsInput
            control={control}
            name={`homepage.services.${index}.tags`}
            label={texts.tags}
            hint={texts.tagsHint}
          />
        </>
      )}
    </ListEditor>
  )
}

function Steps({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'homepage.steps' })
  return (
    <ListEditor
      title={texts.steps}
      itemName={texts.step}
      addLabel={texts.addStep}
      max={6}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ title: '', text: '' })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <TextInput control={control} name={`homepage.steps.${index}.title`} label={texts.itemTitle} required />
          <TextArea control={control} name={`homepage.steps.${index}.text`} label={texts.itemText} rows={2} />
        </>
      )}
    </ListEditor>
  )
}
