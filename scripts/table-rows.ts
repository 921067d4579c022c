/** Cells of the tables below a heading of a Markdown text, without their headers. */
export function tableRows(markdown: string, heading: RegExp): string[][] {
  return markdown
    .split(/^(?=## )/m)
    .filter(section => heading.test(section))
    .flatMap(section => section.split('\n').filter(line => line.startsWith('| ')))
    .map(line =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map(cell => cell.trim()),
    )
    .filter(([first]) => !heads.has(first ?? ''))
}

const heads = new Set(['Id', 'Class', 'File', 'What', 'Log'])
