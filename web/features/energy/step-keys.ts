/**
 * The step that a key selects: arrows the next one, Home and End the ends, Escape the whole (null) if one is chosen;
 * undefined for any other key.
 */
export function stepAfterKey(key: string, chosen: number | null, count: number): number | null | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowLeft':
      return chosen === null ? count - 1 : Math.max(0, chosen - 1)
    case 'ArrowRight':
      return chosen === null ? 0 : Math.min(count - 1, chosen + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'Escape':
      return chosen === null ? undefined : null
    default:
      return undefined
  }
}
