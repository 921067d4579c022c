/** An icon drawn inline: the icon library would add more to every page. */
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
