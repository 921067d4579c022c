import { Fragment } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

/** A file name that breaks after underscores and before its extension, but not within a document number. */
export function FileName({ name }: { name: string }) {
  return name.split(/(?<=_)|(?=\.[^.]+$)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a name have no other key
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {unbroken(part)}
    </Fragment>
  ))
}
