/** A picture of a line or two: the icon library would cost every page more than these. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 fill-none stroke-2 stroke-current"
      strokeLinecap="round"
    >
      <path d={path} />
    </svg>
  )
}
