import { useEffect, useState } from 'react'
import type { Control } from 'react-hook-form'
import { BoundField } from '#web/components/form/bound-field.tsx'
import { controlClass } from '#web/components/form/control-class.ts'
import type { FieldControl } from '#web/components/form/field.tsx'
import type { HomepageInput } from './homepage-part.ts'

interface TagsInputProps {
  control: Control<HomepageInput>
  name: `homepage.services.${number}.tags`
  label: string
  hint: string
}

/** Keywords, separated by commas. */
export function TagsInput(props: TagsInputProps) {
  return (
    <BoundField {...props}>
      {(control, field) => (
        <TagsText
          control={control}
          name={field.name}
          tags={field.value}
          inputRef={field.ref}
          onTags={field.onChange}
          onBlur={field.onBlur}
        />
      )}
    </BoundField>
  )
}

interface TagsTextProps {
  control: FieldControl
  name: string
  tags: readonly string[]
  inputRef: (element: HTMLInputElement | null) => void
  onTags: (tags: string[]) => void
  onBlur: () => void
}

function TagsText({ control, name, tags, inputRef, onTags, onBlur }: TagsTextProps) {
  const [text, setText] = useState(() => tags.join(', '))

  // Tags set from outside (a reset, a restored draft) replace the text; typed ones do not.
  useEffect(() => {
    setText(shown => (tagsOf(shown).join('\n') === tags.join('\n') ? shown : tags.join(', ')))
  }, [tags])

  return (
    <input
      {...control}
      ref={inputRef}
      name={name}
      type="text"
      autoComplete="off"
      value={text}
      onChange={event => {
        setText(event.target.value)
        onTags(tagsOf(event.target.value))
      }}
      onBlur={onBlur}
      className={controlClass()}
    />
  )
}

function tagsOf(text: string): string[] {
  return text
    .split(',')
    .map(tag => tag.trim())
    .filter(tag => tag !== '')
}
