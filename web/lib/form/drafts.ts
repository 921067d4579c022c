/**
 * Keeps form input when the page is left: for the login page, a reload or a newer version. A form restores its draft
 * when it is shown again on the same path to the same user. Secrets are never stored.
 */
import { use, useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { draftKey, readDraft, writeDraft } from './draft-storage.ts'
import { FormEnclosure } from './form-enclosure.ts'
import { onLeaving } from './leaving.ts'

type OpenForm = { key: string; readValues: () => unknown; hasInput: () => boolean }

const openForms = new Set<OpenForm>()
onLeaving(keepDrafts)

/**
 * Restores the form's draft, if there is one, and stores a new one when the page is left with unsaved input. An enclosing
 * dialog can ask the form for unsaved input before it closes. `name` distinguishes the forms of one path. Call `clear`
 * after a successful submit; closing a drawer discards its draft. With `isKeptWhenLeft` the draft also survives
 * navigation within the portal.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, name: string, isKeptWhenLeft = false) {
  const [key] = useState(() => draftKey(name))
  const [isRestored, setIsRestored] = useState(false)
  const { defaultValues } = form.formState
  const enclosure = use(FormEnclosure)
  const isKept = enclosure?.isOpen ?? true
  const latest = useRef({ form, defaultValues, isKept })
  latest.current = { form, defaultValues, isKept }
  const cleared = useRef<string>(undefined)

  useEffect(() => {
    if (restoreDraft(latest.current.form, key)) setIsRestored(true)
    // Compares the values themselves: the form's `isDirty` is updated one render after the input.
    const hasUnsaved = () => {
      const values = JSON.stringify(latest.current.form.getValues())
      return values !== cleared.current && values !== JSON.stringify(latest.current.defaultValues)
    }
    const unsaved = enclosure?.unsaved
    unsaved?.add(hasUnsaved)
    const own: OpenForm = {
      key,
      readValues: () => latest.current.form.getValues(),
      hasInput: () => latest.current.isKept && hasUnsaved(),
    }
    const close = openForm(own)
    return () => {
      unsaved?.delete(hasUnsaved)
      close()
      if (isKeptWhenLeft) keepDraft(own)
    }
  }, [key, enclosure?.unsaved, isKeptWhenLeft])

  useEffect(() => {
    if (!isKept) sessionStorage.removeItem(key)
  }, [isKept, key])

  function clear() {
    sessionStorage.removeItem(key)
    cleared.current = JSON.stringify(form.getValues())
    setIsRestored(false)
  }
  return { isRestored, clear }
}

type Restorable<T extends FieldValues> = Pick<UseFormReturn<T>, 'getValues' | 'reset'>

/** Restores the draft, if there is one, into the form and removes it from the storage. */
export function restoreDraft<T extends FieldValues>(form: Restorable<T>, key: string): boolean {
  const draft = readDraft(key)
  if (draft === undefined) return false
  sessionStorage.removeItem(key)
  // The draft was saved by this form; if the form has changed since, its validation reports that.
  form.reset(merged(form.getValues(), draft) as DefaultValues<T>, { keepDefaultValues: true })
  return true
}

/** Stores the form's input when the page is left. Returns a function that stops this. */
export function openForm(form: OpenForm): () => void {
  openForms.add(form)
  return () => {
    openForms.delete(form)
  }
}

/** Stores the input of every open form. */
function keepDrafts(): void {
  for (const form of openForms) keepDraft(form)
}

function keepDraft(form: OpenForm): void {
  if (form.hasInput()) writeDraft(form.key, withoutSecrets(form.readValues()))
}

const secretName = /password|passwort|token|secret|credential|apikey|pin$/i

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  )
}

/** The draft merged over the form's own values; values omitted from the draft stay. */
function merged(own: unknown, draft: unknown): unknown {
  if (!isRecord(own) || !isRecord(draft)) return draft
  const both = { ...own }
  for (const [name, value] of Object.entries(draft)) both[name] = merged(own[name], value)
  return both
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
