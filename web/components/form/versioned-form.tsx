import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { ReactNode } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { useIdempotencyKey } from '#web/lib/api/idempotency-key.ts'
import { applyProblem } from '#web/lib/form/apply-problem.ts'
import { useDraft } from '#web/lib/form/drafts.ts'
import { useVersionedSave } from '#web/lib/form/use-versioned-save.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { ConflictDialog, differencesBetween } from './conflict-dialog.tsx'
import { Form, type FormProps } from './form.tsx'
import { GoneNotice, NewerNotice } from './newer-notice.tsx'
import { useNewerVersion } from './use-newer-version.ts'

interface VersionedFormOptions<Item extends { revision: number }, Values extends FieldValues, Saved> {
  /** The item to change; null creates one. */
  item: Item | null
  schema: StandardSchemaV1<Values, Values>
  /** Initial values if there is no item. */
  start: Values
  valuesOf: (item: Item) => Values
  /** Distinguishes the drafts of one path; a page passes it to `hasDraft` to reopen the form's drawer. */
  draftName: string
  /** Creates an item, idempotently by the key. Without it the form only edits. */
  create?: (values: Values, idempotencyKey: string) => Promise<Saved>
  update: (item: Item, values: Values, revision: number) => Promise<Saved>
  /** Fetches the current item, bypassing every cache, to resolve a conflict. */
  getLatest: (item: Item) => Promise<Item>
  /** The item's ids in realtime events; defaults to its id. */
  realtimeIds?: readonly string[]
  /**
   * Waits for pending work of fields, such as uploads (`useFileField`), before the values are read. False cancels the
   * submit: the field shows why.
   */
  settle?: () => Promise<boolean>
  onSaved: (saved: Saved) => void
  /** For a form that stays open after saving: the item to continue with. */
  continueFrom?: (saved: Saved) => Item
  /** Shows an error in its own way; false leaves it to the form. */
  showRefusal?: (error: unknown, form: UseFormReturn<Values>) => boolean
}

/**
 * The logic of a form for a stored item: keeps a draft, creates once, changes only the revision it was opened with,
 * shows both versions after a conflict, and maps the server's errors to fields. Render it with `VersionedForm`.
 */
export function useVersionedForm<Item extends { revision: number }, Values extends FieldValues, Saved>(
  options: VersionedFormOptions<Item, Values, Saved>,
) {
  const { item, valuesOf, create } = options
  const form = useForm<Values>({
    resolver: standardSchemaResolver(options.schema),
    // A full set of values is valid as partial defaults.
    defaultValues: (item ? valuesOf(item) : options.start) as DefaultValues<Values>,
  })
  const draft = useDraft(form, options.draftName)
  const idempotency = useIdempotencyKey()
  const saving = useVersionedSave<Item, Values, Saved>({
    item,
    valuesOf,
    update: options.update,
    getLatest: options.getLatest,
  })

  const newer = useNewerVersion<Item>({
    item,
    ids: options.realtimeIds ?? (item && 'id' in item ? [String(item.id)] : []),
    isSaving: form.formState.isSubmitting,
    getLatest: options.getLatest,
  })

  const isNewer = newer !== null && newer !== 'deleted' && saving.isOverwrittenBy(newer.item)

  function finish(saved: Saved | undefined): void {
    if (saved === undefined) return
    draft.clear()
    idempotency.renew()
    const next = options.continueFrom?.(saved)
    if (next) {
      saving.continueFrom(next)
      // Keeps the field refs: the next error can focus its field.
      form.reset(valuesOf(next), { keepFieldsRef: true })
    }
    options.onSaved(saved)
  }
  return {
    form,
    draft,
    /** A newer version saved by another user; input stays untouched. */
    newer: isNewer ? { by: newer.by, at: savedAt(newer.item) } : null,
    isDeleted: newer === 'deleted',
    compareWithNewer: () => {
      if (isNewer) saving.compare(newer.item, form.getValues())
    },
    conflict: saving.conflict
      ? {
          stored: valuesOf(saving.conflict.latest),
          typed: saving.conflict.values,
          isComparison: saving.conflict.isComparison === true,
        }
      : null,
    submit: async (checked: Values) => {
      if (!item && !create) throw new Error('There is nothing to change, and the form cannot create.')
      const values = await readyValues(options, form, checked)
      if (values === undefined) return
      finish(await (item || !create ? saving.submit(values) : create(values, idempotency.key)))
    },
    overwrite: async () => finish(await saving.overwrite()),
    takeLatest: () => {
      const latest = saving.takeLatest()
      if (latest) form.reset(valuesOf(latest))
    },
    postpone: saving.postpone,
    refuse: (error: unknown) => {
      saving.postpone()
      idempotency.renewAfterRefusal(error)
      if (!options.showRefusal?.(error, form) && !applyProblem(form, error)) showFailure(error)
    },
  }
}

/** The values to save; undefined if fields are not ready or the values became invalid while waiting. */
async function readyValues<Values extends FieldValues>(
  { settle, schema }: { settle?: () => Promise<boolean>; schema: StandardSchemaV1<Values, Values> },
  form: UseFormReturn<Values>,
  checked: Values,
): Promise<Values | undefined> {
  if (!settle) return checked
  if (!(await settle())) return undefined
  const result = await schema['~standard'].validate(form.getValues())
  if (!result.issues) return result.value
  await form.trigger(undefined, { shouldFocus: true })
  return undefined
}

/** Some items have no time of saving. */
function savedAt(item: object): string | undefined {
  return 'updatedAt' in item && typeof item.updatedAt === 'string' ? item.updatedAt : undefined
}

export type VersionedFormState<Values extends FieldValues> = Omit<
  ReturnType<typeof useVersionedForm<{ revision: number }, Values, unknown>>,
  'draft'
>

interface VersionedFormProps<Values extends FieldValues>
  extends Pick<FormProps<Values, unknown, Values>, 'label' | 'id' | 'requiredMarks' | 'className' | 'children'> {
  state: VersionedFormState<Values>
  /** The fields to compare after a conflict, with their displayed values. */
  shownFields: readonly { label: string; show: (values: Values) => string }[]
}

/** The form of `useVersionedForm` with its conflict dialog. */
export function VersionedForm<Values extends FieldValues>({
  state,
  shownFields,
  children,
  ...formProps
}: VersionedFormProps<Values>): ReactNode {
  const { conflict } = state
  return (
    <>
      <Form form={state.form} onSubmit={state.submit} onFailure={state.refuse} {...formProps}>
        {state.isDeleted ? <GoneNotice /> : null}
        {state.newer ? <NewerNotice {...state.newer} onCompare={state.compareWithNewer} /> : null}
        {children}
      </Form>
      <ConflictDialog
        open={conflict !== null}
        differences={conflict ? differencesBetween(conflict.stored, conflict.typed, shownFields) : []}
        explanation={conflict?.isComparison ? commonTexts.newer.lookExplanation : commonTexts.conflict.explanation}
        onLoadLatest={state.takeLatest}
        onOverwrite={conflict?.isComparison ? undefined : () => state.overwrite().catch(state.refuse)}
        onPostpone={state.postpone}
      />
    </>
  )
}
