import './toaster.css'
import { Toast } from '@base-ui/react/toast'
import { IconCheck, IconExclamationMark, IconInfoSmall, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { Button } from '#web/components/action/button.tsx'
import { iconButtonClass } from '#web/components/action/icon-button.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { commonTexts, fixedTexts } from '#web/texts/common.texts.ts'
import type { MountedToaster, ToastMessage } from './toast.ts'
import { keepToasterClear } from './toast-place.ts'

type TimedToastMessage = ToastMessage & { timeoutMs: number }

/** Mounts the toaster as a separate React root. Resolves with its interface once it listens. */
export function mountToaster(): Promise<MountedToaster> {
  return new Promise(resolve => {
    const host = document.createElement('div')
    document.body.append(host)
    createRoot(host).render(<Toaster onReady={() => resolve({ add: addToast, close: closeToast, closeErrors })} />)
  })
}

const toasts = Toast.createToastManager<TimedToastMessage>()

const shownErrors = new Set<string>()

function addToast(message: TimedToastMessage) {
  const id = idOf(message)
  if (message.kind === 'error') shownErrors.add(id)
  toasts.add({
    id,
    title: message.title,
    description: unbroken(message.message),
    timeout: message.timeoutMs,
    // A high priority would hide the toast from screen readers while its button can still be focused.
    priority: 'low',
    data: message,
  })
}

function closeToast(message: ToastMessage) {
  toasts.close(idOf(message))
}

/** Equal messages are one toast. */
function idOf({ kind, title, message }: ToastMessage): string {
  return [kind, title, message].join('\n')
}

function closeErrors() {
  for (const id of shownErrors) toasts.close(id)
  shownErrors.clear()
}

function Toaster({ onReady }: { onReady: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport ref={place} data-toasts="" aria-label={commonTexts.notifications} className="toaster">
          <ToastList place={place} />
        </Toast.Viewport>
      </Toast.Portal>
      <ReadySignal onReady={onReady} />
    </Toast.Provider>
  )
}

/** Rendered last: when its effect runs, the provider has subscribed. */
function ReadySignal({ onReady }: { onReady: () => void }) {
  useEffect(() => {
    const frame = requestAnimationFrame(onReady)
    return () => cancelAnimationFrame(frame)
  }, [onReady])
  return null
}

function ToastList({ place }: { place: RefObject<HTMLElement | null> }) {
  const shown = Toast.useToastManager<TimedToastMessage>()
  const isEmpty = shown.toasts.length === 0
  useLayoutEffect(() => {
    return isEmpty || !place.current ? undefined : keepToasterClear(place.current)
  }, [isEmpty, place])
  return shown.toasts.map(toast => {
    const message = toast.data
    if (!message) return null
    const { Icon, look, tint, text } = kinds[message.kind]
    const messageLang = message.messageLang ?? message.lang
    return (
      <Toast.Root key={toast.id} toast={toast} swipeDirection={['right', 'down']} className={`toast ${look}`}>
        <Toast.Content className="flex items-start gap-3 p-4 pr-2">
          <span aria-hidden="true" className={`grid size-7 shrink-0 place-items-center rounded-full ${tint}`}>
            <Icon size={17} stroke={2.75} />
          </span>
          <div className="grid min-w-0 flex-1 gap-0.5 pt-0.5">
            <Toast.Title render={<p />} lang={message.lang} className="text-[1rem]/[1.4] font-semibold" />
            <Toast.Description lang={messageLang} className={`text-label ${text}`} />
            {message.translation ? <p className={`text-label ${text}`}>{message.translation}</p> : null}
            {message.action ? (
              <Button
                size="small"
                className="mt-2 justify-self-start"
                onClick={() => {
                  shown.close(toast.id)
                  message.action?.onClick()
                }}
              >
                {message.action.label}
              </Button>
            ) : null}
          </div>
          <Toast.Close
            aria-hidden={false}
            aria-label={fixedTexts.closeToast}
            lang="en"
            className={`${iconButtonClass()} toast-close -my-2`}
          >
            <IconX aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
        {message.timeoutMs > 0 ? (
          <span
            key={toast.updateKey}
            aria-hidden="true"
            className="toast-time"
            style={{ animationDuration: `${message.timeoutMs}ms` }}
          />
        ) : null}
      </Toast.Root>
    )
  })
}

const calm = { look: '', text: 'text-muted' }
const kinds = {
  success: { Icon: IconCheck, tint: 'bg-green-tint text-green', ...calm },
  error: { Icon: IconExclamationMark, tint: 'bg-on-alarm text-alarm', look: 'toast-alarm', text: '' },
  info: { Icon: IconInfoSmall, tint: 'bg-blue-tint text-blue', ...calm },
}
