/**
 * Makes an object of the values of a row. Compiled once per statement: objects that a driver fills name by name are slow
 * to make and slower to read (decision 0020). Only names of columns become code, quoted, and those come from our own SQL.
 */
export type MakeRow = (values: unknown[]) => unknown

export function rowMaker(columns: readonly { readonly name: string }[]): MakeRow {
  const fields = columns.map(({ name }, index) => `${JSON.stringify(name)}: values[${index}]`)
  // The code builds exactly the type.
  return new Function('values', `return { ${fields.join(', ')} }`) as MakeRow
}
