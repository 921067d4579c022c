import { Fragment } from 'react'
import { unbroken } from '#web/components/display/unbroken.tsx'

/**
 * The name of a file, which breaks after an underscore and before its ending, but not within the number of a document.
 */
export function FileName({ name }: { name: string }) {
  return name.split(/(?<=_)|(?=\.[^.]+$)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name have no other
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {unbroken(part)}
    </Fragment>
  ))
}
