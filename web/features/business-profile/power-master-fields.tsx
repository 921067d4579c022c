import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import { sectionIcons } from '#contract/business-profile.ts'
import { Card } from '#web/components/display/card.tsx'
import { CheckboxField } from '#web/components/form/checkbox-field.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { ListEditor } from './list-editor.tsx'
import type { PowerMasterInput } from './power-master-part.ts'

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
          <Card title={texts.parts.first}>
            <div className="grid gap-5">
              <TextInput control={control} name="powerMaster.heading" label={texts.heading} required />
              <TextArea control={control} name="powerMaster.lead" label={texts.lead} rows={3} />
            </div>
          </Card>
          <Card title={texts.parts.principle}>
            <div className="grid gap-5">
              <TextInput control={control} name="powerMaster.principleTitle" label={texts.principleTitle} />
              <PrincipleList control={control} />
            </div>
          </Card>
          <Card title={texts.parts.day}>
            <div className="grid gap-5">
              <TextInput control={control} name="powerMaster.dayTitle" label={texts.dayTitle} />
              <TextArea control={control} name="powerMaster.dayLead" label={texts.dayLead} rows={3} />
            </div>
          </Card>
          <Card title={texts.parts.fits}>
            <div className="grid gap-5">
              <TextInput control={control} name="powerMaster.fitsTitle" label={texts.fitsTitle} />
              <FitList control={control} />
            </div>
          </Card>
          <Card title={texts.parts.contact}>
            <div className="grid gap-5">
              <TextInput control={control} name="powerMaster.contactTitle" label={texts.contactTitle} />
              <TextArea control={control} name="powerMaster.contactText" label={texts.contactText} rows={3} />
            </div>
          </Card>
        </>
      ) : null}
    </>
  )
}

const texts = businessProfileTexts.powerMaster
const itemTexts = businessProfileTexts.homepage

function PrincipleList({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'powerMaster.principle' })
  return (
    <ListEditor
      title={texts.principle}
      itemName={itemTexts.step}
      addLabel={itemTexts.addStep}
      max={6}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ title: '', text: '' })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <TextInput
            control={control}
            name={`powerMaster.principle.${index}.title`}
            label={itemTexts.itemTitle}
            required
          />
          <TextArea
            control={control}
            name={`powerMaster.principle.${index}.text`}
            label={itemTexts.itemText}
            rows={3}
          />
        </>
      )}
    </ListEditor>
  )
}

const iconChoices = sectionIcons.map(value => ({ value, label: itemTexts.icons[value] }))

function FitList({ control }: PartProps) {
  const list = useFieldArray({ control, name: 'powerMaster.fits' })
  return (
    <ListEditor
      title={texts.fits}
      itemName={texts.fit}
      addLabel={texts.addFit}
      max={8}
      keys={list.fields.map(({ id }) => id)}
      onAdd={() => list.append({ icon: 'sun', title: '', text: '' })}
      onRemove={list.remove}
      onMove={list.move}
    >
      {index => (
        <>
          <Select
            control={control}
            name={`powerMaster.fits.${index}.icon`}
            label={itemTexts.icon}
            choices={iconChoices}
          />
          <TextInput control={control} name={`powerMaster.fits.${index}.title`} label={itemTexts.itemTitle} required />
          <TextArea control={control} name={`powerMaster.fits.${index}.text`} label={itemTexts.itemText} rows={3} />
        </>
      )}
    </ListEditor>
  )
}
