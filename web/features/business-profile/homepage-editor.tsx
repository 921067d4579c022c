import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useId, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Homepage } from '#contract/business-profile.ts'
import { Button } from '#web/components/action/button.tsx'
import { ScaledPreview } from '#web/components/display/scaled-preview.tsx'
import { businessProfileTexts } from '#web/texts/business-profile.texts.ts'
import { HomepageFields } from './homepage-fields.tsx'
import type { HomepageInput } from './homepage-part.ts'

interface HomepageEditorProps {
  control: Control<HomepageInput>
  /** Renders the homepage with these contents. */
  preview: (homepage: Homepage) => ReactNode
}

/** The form for the homepage's contents, with a preview next to it or, on request, below. */
export function HomepageEditor({ control, preview }: HomepageEditorProps) {
  const [isOpen, setOpen] = useState(false)
  const previewId = useId()
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="grid min-w-0 gap-5">
        <HomepageFields control={control} />
      </div>
      <div className="grid min-w-0 gap-3 lg:sticky lg:top-(--header-space)">
        <Button
          icon={isOpen ? <IconEyeOff /> : <IconEye />}
          aria-expanded={isOpen}
          aria-controls={previewId}
          className="lg:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? texts.hidePreview : texts.showPreview}
        </Button>
        <div id={previewId} className={isOpen ? 'grid gap-2' : 'grid gap-2 max-lg:hidden'}>
          <p aria-hidden="true" className="text-label font-semibold">
            {texts.preview}
          </p>
          <HomepagePreview control={control} preview={preview} />
        </div>
      </div>
    </div>
  )
}

const texts = businessProfileTexts.homepage

/** Follows the typing without slowing it down. */
function HomepagePreview({ control, preview }: HomepageEditorProps) {
  const homepage = useDeferredValue(useWatch({ control, name: 'homepage' }))
  return (
    <ScaledPreview
      label={texts.preview}
      className="h-[70vh] rounded-card border border-hairline lg:h-[calc(100vh-var(--header-space)-8rem)]"
    >
      {preview(homepage)}
    </ScaledPreview>
  )
}
