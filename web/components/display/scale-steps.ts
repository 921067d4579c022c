/** Round values from 0 to at least `max`, at most four above 0: the grid lines of a chart. */
export function scaleSteps(max: number): number[] {
  if (max <= 0) return [0, 1]
  const magnitude = 10 ** Math.floor(Math.log10(max / 4))
  const factor = [1, 2, 2.5, 5, 10].find(candidate => candidate * magnitude * 4 >= max) ?? 10
  const step = factor * magnitude
  return Array.from({ length: Math.ceil(max / step - 1e-9) + 1 }, (_, index) => index * step)
}
