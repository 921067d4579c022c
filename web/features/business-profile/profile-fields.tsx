import type { ReactNode } from 'react'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { Card } from '#web/components/display/card.tsx'
import { TextArea } from '#web/components/form/text-area.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'

/** The fields of one part of a page. */
export function ProfileFields({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title}>
      <div className="grid gap-5">{children}</div>
    </Card>
  )
}

interface TitledTextProps<Values extends FieldValues> {
  control: Control<Values>
  path: string
  rows: number
}

/** Title and text of a list's item. */
export function TitledText<Values extends FieldValues>({ control, path, rows }: TitledTextProps<Values>) {
  // The items of every list that shows this have both.
  const name = (field: 'title' | 'text') => `${path}.${field}` as FieldPath<Values>
  return (
    <>
      <TextInput control={control} name={name('title')} label={texts.itemTitle} required />
      <TextArea control={control} name={name('text')} label={texts.itemText} rows={rows} />
    </>
  )
}

const texts = businessProfileTexts.homepage
