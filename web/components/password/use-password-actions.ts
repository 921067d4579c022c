import { useState } from 'react'
import type { ServiceCredential } from '#contract/service-credentials.ts'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showToast } from '#web/components/feedback/toast.ts'
import { useRefreshServices } from '#web/features/services/service.mutations.ts'
import { hasCode } from '#web/lib/api/api-error.ts'
import { commonTexts } from '#web/texts/common.texts.ts'
import { credentialTexts } from '#web/texts/credentials.texts.ts'
import { copyWhenThere } from './copy-when-there.ts'
import { shownSeconds, useRevealedPassword } from './use-revealed-password.ts'

type Busy = { id: string; with: 'reveal' | 'copy' }

/** Actions on the passwords of a list: reveal, hide, copy, and their messages. */
export function usePasswordActions() {
  const refresh = useRefreshServices()
  const { revealed, secondsLeft, reveal, load, hide } = useRevealedPassword()
  const [busy, setBusy] = useState<Busy>()
  const [wasShown, setWasShown] = useState(false)
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  if (revealed && !wasShown) setWasShown(true)

  async function run(credential: ServiceCredential, kind: Busy['with'], action: () => Promise<void>) {
    const mine = { id: credential.id, with: kind }
    setBusy(mine)
    try {
      await action()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      if (hasCode(error, 'secret.unreadable')) setUnreadable(known => new Set([...known, versionOf(credential)]))
      else showFailure(error)
      // Another user has removed it.
      if (hasCode(error, 'secret.none') || hasCode(error, 'not_found')) await refresh()
    } finally {
      setBusy(now => (now === mine ? undefined : now))
    }
  }
  const show = (credential: ServiceCredential) =>
    run(credential, 'reveal', async () => {
      const isShown = await reveal(credential)
      if (!isShown) showToast({ kind: 'info', title: texts.name, message: texts.left })
    })
  const copy = (credential: ServiceCredential) =>
    run(credential, 'copy', async () => {
      // Without a secure connection there is no clipboard, so no password is requested.
      const isCopied = navigator.clipboard !== undefined && (await copyWhenThere(load(credential)))
      if (isCopied) showToast({ kind: 'success', title: commonTexts.succeeded, message: texts.copied })
      else showToast({ kind: 'error', title: commonTexts.failed, message: texts.notCopied })
    })

  return {
    hide,
    announcement: revealed ? texts.announceShown(shownSeconds) : wasShown ? texts.announceHidden : '',
    of: (credential: ServiceCredential) => ({
      password: revealed?.credentialId === credential.id ? revealed.password : undefined,
      secondsLeft,
      isUnreadable: !credential.isReadable || unreadable.has(versionOf(credential)),
      busy: busy?.id === credential.id ? busy.with : undefined,
      onReveal: () => show(credential),
      onHide: hide,
      onCopy: () => copy(credential),
    }),
  }
}

const texts = credentialTexts.password

/** Identifies a credential's revision: a new one may have a readable password again. */
function versionOf({ id, revision }: ServiceCredential): string {
  return `${id} ${revision}`
}
