/** The look of a line, area or bar of the picture of a day, for its legend. */
export function DaySwatch({ form }: { form: 'generation' | 'use' | 'import' | 'export' | 'level' }) {
  return (
    <svg aria-hidden="true" data-graphic="" width="20" height="16" viewBox="0 0 20 16" className="shrink-0">
      {form === 'generation' ? <path d="M1 14L7 5L13 5L19 14Z" className="day-generation" /> : null}
      {form === 'use' ? <path d="M1 11L7 6L13 9L19 4" className="day-use" /> : null}
      {form === 'level' ? <path d="M0 8H20" className="day-level" /> : null}
      {form === 'import' || form === 'export' ? (
        <>
          <rect
            x="3"
            y={form === 'import' ? 4 : 3}
            width="5"
            height={form === 'import' ? 9 : 9}
            className={`day-${form}`}
          />
          <rect x="12" y={form === 'import' ? 8 : 3} width="5" height="5" className={`day-${form}`} />
          <path d={form === 'import' ? 'M0 13.5H20' : 'M0 2.5H20'} className="stroke-field-border" />
        </>
      ) : null}
    </svg>
  )
}
