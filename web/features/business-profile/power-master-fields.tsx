import { type Control, useWatch } from 'react-hook-form'
import { sectionIcons } from '#contract/business-profile.ts'
import { Card } from '#web/components/display/card.tsx'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { ListEditor } from './list-editor.tsx'
import type { PowerMasterInput } from './power-master-part.ts'
import { ProfileFields, TitledText } from './profile-fields.tsx'

type PartProps = { control: Control<PowerMasterInput> }

/** The contents of PowerMaster's project page, in the order of the page. */
export function PowerMasterFields({ control }: PartProps) {
  const isShown = useWatch({ control, name: 'powerMaster.isShown' })
  return (
    <>
      <Card>
        <CheckboxField control={control} name="powerMaster.isShown" label={texts.isShown} hint={texts.isShownHint} />
      </Card>
      {isShown ? (
        <>
          <ProfileFields title={texts.parts.first}>
            <TextInput control={control} name="powerMaster.heading" label={texts.heading} required />
            <TextArea control={control} name="powerMaster.lead" label={texts.lead} rows={3} />
          </ProfileFields>
          <ProfileFields title={texts.parts.principle}>
            <TextInput control={control} name="powerMaster.principleTitle" label={texts.principleTitle} />
            <PrincipleList control={control} />
          </ProfileFields>
          <ProfileFields title={texts.parts.day}>
            <TextInput control={control} name="powerMaster.dayTitle" label={texts.dayTitle} />
            <TextArea control={control} name="powerMaster.dayLead" label={texts.dayLead} rows={3} />
          </ProfileFields>
          <ProfileFields title={texts.parts.fits}>
            <TextInput control={control} name="powerMaster.fitsTitle" label={texts.fitsTitle} />
            <FitList control={control} />
          </ProfileFields>
          <ProfileFields title={texts.parts.contact}>
            <TextInput control={control} name="powerMaster.contactTitle" label={texts.contactTitle} />
            <TextArea control={control} name="powerMaster.contactText" label={texts.contactText} rows={3} />
          </ProfileFields>
        </>
      ) : null}
    </>
  )
}

const texts = businessProfileTexts.powerMaster
const itemTexts = businessProfileTexts.homepage

function PrincipleList({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="powerMaster.principle"
      title={texts.principle}
      itemName={itemTexts.step}
      addLabel={itemTexts.addStep}
      max={6}
      start={{ title: '', text: '' }}
    >
      {path => <TitledText control={control} path={path} rows={3} />}
    </ListEditor>
  )
}

const iconChoices = sectionIcons.map(value => ({ value, label: itemTexts.icons[value] }))

function FitList({ control }: PartProps) {
  return (
    <ListEditor
      control={control}
      name="powerMaster.fits"
      title={texts.fits}
      itemName={texts.fit}
      addLabel={texts.addFit}
      max={8}
      start={{ icon: 'sun', title: '', text: '' }}
    >
      {path => (
        <>
          <Select control={control} name={`${path}.icon`} label={itemTexts.icon} choices={iconChoices} />
          <TitledText control={control} path={path} rows={3} />
        </>
      )}
    </ListEditor>
  )
}
