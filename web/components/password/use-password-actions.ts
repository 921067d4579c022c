import { useState } from 'react'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { passwordTexts as texts } from '#web/texts/passwords.texts.ts'
import { copyLoadingText } from './copy-loading-text.ts'
import { type FetchPassword, shownSeconds, useRevealedPassword } from './use-revealed-password.ts'

/** A row with a sealed password. */
interface PasswordRow {
  id: string
  revision: number
}

type Busy = { id: string; with: 'reveal' | 'copy' }

interface PasswordActionsOptions {
  fetchPassword: FetchPassword
  /** Reloads rows whose password another user has removed. */
  refresh: () => unknown
}

/** Actions on the passwords of rows: reveal, hide, copy, and their messages. */
export function usePasswordActions({ fetchPassword, refresh }: PasswordActionsOptions) {
  const { revealed, secondsLeft, reveal, load, hide } = useRevealedPassword(fetchPassword)
  const [busy, setBusy] = useState<Busy>()
  const [wasShown, setWasShown] = useState(false)
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  if (revealed && !wasShown) setWasShown(true)

  async function run(row: PasswordRow, kind: Busy['with'], action: () => Promise<void>) {
    const mine = { id: row.id, with: kind }
    setBusy(mine)
    try {
      await action()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      if (hasCode(error, 'secret.unreadable')) setUnreadable(known => new Set([...known, versionOf(row)]))
      else showFailure(error)
      if (hasCode(error, 'secret.none') || hasCode(error, 'not_found')) await refresh()
    } finally {
      setBusy(now => (now === mine ? undefined : now))
    }
  }
  const show = (row: PasswordRow) =>
    run(row, 'reveal', async () => {
      const isShown = await reveal(row.id)
      if (!isShown) showToast({ kind: 'info', title: texts.name, message: texts.left })
    })
  const copy = (row: PasswordRow) =>
    run(row, 'copy', async () => {
      // Without a secure connection there is no clipboard, so no password is requested.
      const isCopied = navigator.clipboard !== undefined && (await copyLoadingText(load(row.id)))
      if (isCopied) showSuccess(texts.copied)
      else showToast({ kind: 'error', title: commonTexts.failed, message: texts.notCopied })
    })

  return {
    hide,
    announcement: revealed ? texts.announceShown(shownSeconds) : wasShown ? texts.announceHidden : '',
    of: (row: PasswordRow) => ({
      password: revealed?.id === row.id ? revealed.password : undefined,
      secondsLeft,
      isUnreadable: unreadable.has(versionOf(row)),
      busy: busy?.id === row.id ? busy.with : undefined,
      onReveal: () => show(row),
      onHide: hide,
      onCopy: () => copy(row),
    }),
  }
}

/** Identifies a row's revision: a new one may have a readable password again. */
function versionOf({ id, revision }: PasswordRow): string {
  return `${id} ${revision}`
}
