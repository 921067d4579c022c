import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { logoBytesMax } from '#contract/limits.ts'
import { type Logo, type LogoMediaType, logoMediaTypes } from '#contract/logo.ts'
import { portalValidationTexts } from '#contract/texts/portal-validation.texts.ts'
import { Button } from '#web/components/action/button.tsx'
import { Card } from '#web/components/display/card.tsx'
import { LogoPicture } from '#web/components/display/logo-picture.tsx'
import { unbroken } from '#web/components/display/unbroken.tsx'
import { showFailure } from '#web/components/feedback/failure-toast.ts'
import { showSuccess } from '#web/components/feedback/success-toast.ts'
import { FileChooser } from '#web/components/file/file-chooser.tsx'
import { FieldError } from '#web/components/form/field.tsx'
import { ConfirmDialog } from '#web/components/overlay/confirm-dialog.tsx'
import { ProblemError } from '#web/lib/api/api-error.ts'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { useRemoveLogo, useReplaceLogo } from './business-profile.mutations.ts'
import { businessProfileQuery } from './business-profile.query-options.ts'

const texts = businessProfileTexts.logo
const typeNames: Readonly<Record<LogoMediaType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/svg+xml': 'SVG',
}

/** The logo with buttons to replace and remove it. Saved at once, separately from the form next to it. */
export function LogoSection() {
  const id = useId()
  const { data: profile } = useQuery(businessProfileQuery())
  const chooser = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const replace = useReplaceLogo()
  const remove = useRemoveLogo()
  const [error, setError] = useState('')
  const [isAsking, setAsking] = useState(false)
  // The section above shows that the profile is loading or failed to.
  if (!profile) return null
  const { logo, companyName } = profile

  async function take(file: File) {
    setError('')
    if (file.size > logoBytesMax) return setError(portalValidationTexts['logo.too_large'])
    try {
      const { isPrintable } = await replace.mutateAsync(file)
      showSuccess(isPrintable ? texts.uploaded : texts.uploadedWithoutRaster)
    } catch (failure) {
      const refused = failure instanceof ProblemError ? failure.errors[0]?.message : undefined
      if (refused === undefined) showFailure(failure)
      else setError(refused)
    }
  }
  async function takeAway() {
    await remove.mutateAsync()
    setError('')
    showSuccess(texts.removed)
    button.current?.focus()
  }
  return (
    <Card title={texts.title} className="mt-5">
      <p className="-mt-2 mb-4 max-w-reading text-muted">{unbroken(texts.lead)}</p>
      <Preview logo={logo} companyName={companyName} isReplacing={replace.isPending} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          ref={button}
          icon={<IconUpload />}
          busy={replace.isPending}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          onClick={() => chooser.current?.click()}
        >
          {logo ? texts.replace : texts.upload}
        </Button>
        {logo ? (
          <Button icon={<IconTrash />} onClick={() => setAsking(true)}>
            {texts.remove}
          </Button>
        ) : null}
      </div>
      <FileChooser
        input={chooser}
        accept={[...logoMediaTypes, '.png', '.jpg', '.jpeg', '.svg']}
        onTake={([file]) => {
          if (file) void take(file)
        }}
      />
      <div role="status" className="mt-2">
        {error ? <FieldError id={`${id}-error`} error={error} /> : null}
      </div>
      <p id={`${id}-hint`} className="mt-1 text-small text-muted">
        {texts.hint}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        onConfirm={takeAway}
        onFailure={showFailure}
      >
        {texts.removeText}
      </ConfirmDialog>
    </Card>
  )
}

type PreviewProps = { logo: Logo | null; companyName: string; isReplacing: boolean }

/** The logo on a light and a dark page. */
function Preview({ logo, companyName, isReplacing }: PreviewProps) {
  if (logo === null) return <p className="text-muted">{texts.empty}</p>
  // Between the upload of an SVG and that of its raster nothing is missing yet.
  const isRasterMissing = !logo.isPrintable && !isReplacing
  const size =
    logo.mediaType === 'image/svg+xml' ? texts.vector : texts.size(typeNames[logo.mediaType], logo.width, logo.height)
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <figure className="grid gap-2 rounded-box border border-hairline bg-plate p-4">
          <LogoPicture logo={logo} alt={texts.alt(companyName)} className="h-14 max-w-full justify-self-start" />
          <figcaption className="text-on-primary text-small">{texts.onLight}</figcaption>
        </figure>
        <figure className="scheme-dark grid gap-2 rounded-box border border-hairline bg-night p-4 text-on-night">
          <LogoPicture logo={logo} className="h-14 max-w-full justify-self-start rounded-box bg-plate p-1" />
          <figcaption className="text-small">{texts.onDark}</figcaption>
        </figure>
      </div>
      <p className="mt-2 text-small text-muted">{size}</p>
      {isRasterMissing ? <p className="mt-2 max-w-reading text-small">{unbroken(texts.withoutRaster)}</p> : null}
    </>
  )
}
