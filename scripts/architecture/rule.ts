import { parseSourceFile, type SourceFile } from './source-file.ts'

/** A rule of the architecture. `planted` are violations it must find, `allowed` is code it must accept. */
export type Rule = {
  name: string
  /** One sentence for every violation, beginning with the file. */
  check: (files: readonly SourceFile[]) => string[]
  planted: readonly FileTexts[]
  allowed: readonly FileTexts[]
}

/** Path in the repository to text. */
export type FileTexts = Readonly<Record<string, string>>

export function sourceFilesOf(texts: FileTexts): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => parseSourceFile(path, text))
}
