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
  /** What is changed; null makes a new one. */
  item: Item | null
  schema: StandardSchemaV1<Values, Values>
  /** What the form starts with where there is no item. */
  start: Values
  valuesOf: (item: Item) => Values
  /** Tells the forms of one path apart; a page asks `hasDraft` for it to open the drawer the form stands in. */
  draftName: string
  /** Makes a new one; a second call with the same key does nothing twice. Without it the form only changes. */
  create?: (values: Values, idempotencyKey: string) => Promise<Saved>
  update: (item: Item, values: Values, revision: number) => Promise<Saved>
  /** The item as it is now, past every cache: to settle a conflict. */
  getLatest: (item: Item) => Promise<Item>
  /** What live updates call it; its id unless given. */
  realtimeIds?: readonly string[]
  /**
   * Waits for what fields still do, such as uploads (`useFileField`); the values are read after it. False saves nothing:
   * the reason stands at a field.
   */
  settle?: () => Promise<boolean>
  onSaved: (saved: Saved) => void
  /** For a form that stays open after saving: what it goes on from. */
  continueFrom?: (saved: Saved) => Item
  /** Shows a refusal in its own way; false leaves it to the form. */
  showRefusal?: (error: unknown, form: UseFormReturn<Values>) => boolean
}

/**
 * Everything a form over something stored needs: it keeps a draft, creates once, changes only the revision it was opened
 * on, shows both versions when somebody else was faster, and puts what the server refuses at the fields.
 * Render it with `VersionedForm`.
 */
export function useVersionedForm<Item extends { revision: number }, Values extends FieldValues, Saved>(
  options: VersionedFormOptions<Item, Values, Saved>,
) {
  const { item, valuesOf, create } = options
  const form = useForm<Values>({
    resolver: standardSchemaResolver(options.schema),
    // The whole of the values is more than the part that defaults may be.
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

  /** What is to be saved; undefined when the fields are not ready, or no longer right now that they are. */
  async function settled(checked: Values): Promise<Values | undefined> {
    if (!options.settle) return checked
    if (!(await options.settle())) return undefined
    const result = await options.schema['~standard'].validate(form.getValues())
    if (!result.issues) return result.value
    await form.trigger(undefined, { shouldFocus: true })
    return undefined
  }
  function finish(saved: Saved | undefined): void {
    if (saved === undefined) return
    draft.clear()
    idempotency.renew()
    const next = options.continueFrom?.(saved)
    if (next) {
      saving.continueFrom(next)
      // The fields stay those on the screen: the next refusal gives them the focus.
      form.reset(valuesOf(next), { keepFieldsRef: true })
    }
    options.onSaved(saved)
  }
  return {
    form,
    draft,
    /** What somebody else has saved since the form was opened; nothing of what is typed is touched. */
    newer: isNewer ? { by: newer.by, at: savedAt(newer.item) } : null,
    isDeleted: newer === 'deleted',
    lookAtNewer: () => {
      if (isNewer) saving.compare(newer.item, form.getValues())
    },
    conflict: saving.conflict
      ? {
          stored: valuesOf(saving.conflict.latest),
          typed: saving.conflict.values,
          isLook: saving.conflict.isLook === true,
        }
      : null,
    submit: async (checked: Values) => {
      if (!item && !create) throw new Error('There is nothing to change, and the form cannot create.')
      const values = await settled(checked)
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

/** Some items do not say when they were saved. */
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
  /** The fields of both versions as shown to people when somebody else saved in the meantime. */
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
        {state.newer ? <NewerNotice {...state.newer} onLook={state.lookAtNewer} /> : null}
        {children}
      </Form>
      <ConflictDialog
        open={conflict !== null}
        differences={conflict ? differencesBetween(conflict.stored, conflict.typed, shownFields) : []}
        explanation={conflict?.isLook ? commonTexts.newer.lookExplanation : commonTexts.conflict.explanation}
        onLoadLatest={state.takeLatest}
        onOverwrite={conflict?.isLook ? undefined : () => state.overwrite().catch(state.refuse)}
        onPostpone={state.postpone}
      />
    </>
  )
}
