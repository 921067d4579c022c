import type { Request } from '#contract/requests.ts'
import { FileList } from '#web/components/file/file-list.tsx'
import { LinkedText } from '#web/components/navigation/linked-text.tsx'
import { requestTexts } from '#web/texts/requests.texts.ts'
import { attachmentHref, loadAttachment } from './request.query-options.ts'

/** The description as typed, and the attachments. */
export function RequestContent({ request }: { request: Request }) {
  const { description, attachments, permissions } = request
  return (
    <>
      <section aria-labelledby="description-heading" className="grid gap-2">
        <h2 id="description-heading" className="text-heading">
          {texts.description}
        </h2>
        {description === '' ? (
          <p className="text-muted">{texts.noDescription}</p>
        ) : (
          <p className="wrap-anywhere max-w-reading whitespace-pre-line">
            <LinkedText text={description} origin={location.origin} />
          </p>
        )}
      </section>
      {attachments.length > 0 ? (
        <section aria-labelledby="attachments-heading" className="grid max-w-reading gap-3">
          <h2 id="attachments-heading" className="text-heading">
            {texts.attachments}
          </h2>
          <FileList
            files={attachments}
            label={texts.attachments}
            hrefOf={file => attachmentHref(request, file)}
            load={file => loadAttachment(request, file)}
            canSave={permissions.includes('download')}
          />
        </section>
      ) : null}
    </>
  )
}

const texts = requestTexts.detail
