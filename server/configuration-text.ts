import { variables } from './config.ts'

/** The configuration as a page of the documentation. */
export function printConfiguration(): string {
  const sections = Object.entries(variables).map(([name, variable]) =>
    [
      `## ${name}`,
      '',
      variable.meaning,
      '',
      `- Value: ${variable.type}`,
      `- Default: ${variable.default === '' ? 'not set' : `\`${variable.default}\``}`,
    ].join('\n'),
  )
  return `# Configuration

Printed by \`scripts/print-configuration.ts\` from \`server/config.ts\`, the only place that reads the environment.
Every variable may be left out. A value that cannot be used stops the start with one sentence naming the variable.

${sections.join('\n\n')}
`
}
