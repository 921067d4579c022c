import type { Control, FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { files as fileEndpoints, type StoredFile } from '#contract/files.ts'
import { call } from '#web/lib/api/api-client.ts'
import { fileTexts } from '#web/texts/files.texts.ts'
import { useUploads } from './use-uploads.ts'

/** A form field with stored files; its value excludes pending uploads. */
export type FileField = ReturnType<typeof useFileField>

/**
 * The uploads of a field whose value is a list of `StoredFile`. Before submitting, `await settle()`: it waits for
 * pending uploads and returns false, with an error at the field, if one failed.
 */
export function useFileField<Values extends FieldValues>(form: UseFormReturn<Values>, name: FieldPath<Values>) {
  // Only the form's schema knows that the field contains files.
  const read = () => (form.getValues(name) ?? []) as StoredFile[]
  const write = (files: readonly StoredFile[]) =>
    form.setValue(name, files as never, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const uploads = useUploads(stored => write([...read(), stored]))

  return {
    name: name as string,
    // For reading a single field by name the control's type does not matter.
    control: form.control as unknown as Control<FieldValues>,
    uploads,
    remove(file: StoredFile): void {
      write(read().filter(({ id }) => id !== file.id))
      // Existing files stay until the form is saved. New uploads belong to nothing yet; if one cannot be removed now,
      // the server removes it within a day.
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
