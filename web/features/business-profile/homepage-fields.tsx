import type { Control } from 'react-hook-form'
import { sectionIcons } from '#contract/business-profile.ts'
import { Select } from '#web/components/form/select.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import type { HomepageInput } from './homepage-part.ts'
import { ListEditor } from './list-editor.tsx'
import { ProfileFields, TitledText } from './profile-fields.tsx'
import { TagsInput } from './tags-input.tsx'

type PartProps = { control: Control<HomepageInput> }

/** The homepage's contents, in the order of the page. */
export function HomepageFields({ control }: PartProps) {
  return (
    <>
      <ProfileFields title={texts.parts.first}>
        <TextInput control={control} name="homepage.heading" label={texts.heading} />
        <TextArea control={control} name="homepage.introduction" label={texts.introduction} rows={3} />
        <Facts control={control} />
      </ProfileFields>
      <ProfileFields title={texts.parts.offer}>
        <TextInput control={control} name="homepage.servicesHeading" label={texts.servicesHeading} />
        <TextArea control={control} name="homepage.servicesIntroduction" label={texts.servicesIntroduction} rows={3} />
        <Services control={control} />
      </ProfileFields>
      <ProfileFields title={texts.parts.powerMaster}>
        <TextArea control={control} name="homepage.powerMasterText" label={texts.powerMasterText} rows={3} />
      </ProfileFields>
      <ProfileFields title={texts.parts.devices}>
        <TextInput control={control} name="homepage.devicesHeading" label={texts.devicesHeading} />
        <TextArea control={control} name="homepage.devicesText" label={texts.devicesText} rows={3} />
        <Devices control={control} />
      </ProfileFields>
      <ProfileFields title={texts.parts.steps}>
        <TextInput control={control} name="homepage.stepsHeading" label={texts.stepsHeading} />
        <Steps control={control} />
      </ProfileFields>
      <ProfileFields title={texts.parts.contact}>
        <TextInput control={control} name="homepage.contactHeading" label={texts.contactHeading} />
        <TextArea control={control} name="homepage.contactText" label={texts.contactText} rows={3} />
      </ProfileFields>
    </>
  )
}

const texts = businessProfileTexts.homepage

function Facts({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="homepage.facts"
      title={texts.facts}
      hint={texts.factsHint}
      itemName={texts.fact}
      addLabel={texts.addFact}
      max={4}
      start={{ title: '', text: '' }}
    >
      {path => <TitledText control={control} path={path} rows={2} />}
    </ListEditor>
  )
}

const iconChoices = sectionIcons.map(value => ({ value, label: texts.icons[value] }))

function Devices({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="homepage.devices"
      title={texts.devices}
      itemName={texts.device}
      addLabel={texts.addDevice}
      max={6}
      start={{ icon: 'sun', name: '', detail: '' }}
    >
      {path => (
        <>
          <Select control={control} name={`${path}.icon`} label={texts.icon} choices={iconChoices} />
          <TextInput control={control} name={`${path}.name`} label={texts.deviceName} required />
          <TextInput control={control} name={`${path}.detail`} label={texts.deviceDetail} />
        </>
      )}
    </ListEditor>
  )
}

function Services({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="homepage.services"
      title={texts.services}
      itemName={texts.service}
      addLabel={texts.addService}
      max={9}
      start={{ title: '', text: '', tags: [] }}
    >
      {path => (
        <>
          <TitledText control={control} path={path} rows={3} />
          <TagsInput control={control} name={`${path}.tags`} label={texts.tags} hint={texts.tagsHint} />
        </>
      )}
    </ListEditor>
  )
}

function Steps({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="homepage.steps"
      title={texts.steps}
      itemName={texts.step}
      addLabel={texts.addStep}
      max={6}
      start={{ title: '', text: '' }}
    >
      {path => <TitledText control={control} path={path} rows={2} />}
    </ListEditor>
  )
}
