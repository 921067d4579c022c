import type { Control, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { files as fileEndpoints, type StoredFile } from '#contract/files.ts'
import { call } from '#web/lib/api/api-client.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { useUploads } from './use-uploads.ts'

/** A field of a form that holds stored files; what is still on its way is not in its value. */
export type FileField = ReturnType<typeof useFileField>

/**
 * The uploads of a field whose value is a list of `StoredFile`. Before the form sends, `await settle()`: it waits for
 * what is on its way and is false, with a sentence at the field, when something has failed.
 */
export function useFileField<Values extends FieldValues>(form: UseFormReturn<Values>, name: FieldPath<Values>) {
  // That the field holds files is known to the form's schema only.
  const read = () => (form.getValues(name) ?? []) as StoredFile[]
  const write = (files: readonly StoredFile[]) =>
    form.setValue(name, files as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const uploads = useUploads(stored => write([...read(), stored]))

  return {
    name: name as string,
    // A control is the same for whoever reads one field of it by its name.
    control: form.control as unknown as Control<FieldValues>,
    uploads,
    remove(file: StoredFile): void {
      write(read().filter(({ id }) => id !== file.id))
      // What was there before stays until the form is saved. What was uploaded for this form belongs to nothing; if it
      // cannot be removed now, the server does so in a day.
      const before = (form.formState.defaultValues?.[name] ?? []) as readonly (StoredFile | undefined)[]
      if (before.some(known => known?.id === file.id)) return
      call(fileEndpoints.delete, { params: { id: file.id }, silent: true }).catch(() => {})
    },
    async settle(): Promise<boolean> {
      if (await uploads.settle()) return true
      form.setError(name, { message: fileTexts.unfinished }, { shouldFocus: true })
      return false
    },
  }
}
