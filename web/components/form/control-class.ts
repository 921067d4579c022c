import { classNames } from '#web/components/display/class-names.ts'

/** Class names of every input and select. */
export function controlClass(...more: readonly (string | false | undefined)[]): string {
  return classNames(
    'w-full min-w-0 min-h-11 rounded-control border border-field-border bg-surface px-3.5 py-2 text-ink',
    'hover:border-ink focus-visible:border-link focus-visible:outline-offset-0',
    'aria-invalid:border-red aria-invalid:border-2 disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken',
    ...more,
  )
}
