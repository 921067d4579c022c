/** Prints docs/api.md: every call of the contract with its access, input and output. */
import { allEndpoints } from '#contract/api.ts'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import {
  type FieldRow,
  type OperationOutline,
  outlineGroups,
  outlineSchemas,
  type TypeWords,
} from '#server/http/openapi/api-outline.ts'
import { createApiDocument } from '#server/http/openapi/openapi.ts'

const words: TypeWords = {
  text: 'text',
  file: 'file',
  number: 'number',
  wholeNumber: 'whole number',
  yesNo: 'true or false',
  date: 'date YYYY-MM-DD',
  object: 'object',
  listOf: item => `list of ${item}`,
  orNull: type => `${type} or null`,
  or: 'or',
  oneOf: values => `one of ${values}`,
  lengthUpTo: characters => `up to ${characters} characters`,
  between: (from, to) => `${from} to ${to}`,
}

const document = createApiDocument(allEndpoints())

process.stdout.write(
  [
    '# API',
    'Printed by `scripts/print-api.ts` from the contract. The same as OpenAPI 3.1 at `/api/schema/`, as a page at `/api/docs/`.',
    document.info.description,
    ...outlineGroups(document, words).flatMap(({ name, description, operations }) => [
      `## ${name}`,
      description,
      ...operations.flatMap(operation),
    ]),
    '## Schemas',
    ...outlineSchemas(document, words)
      .filter(({ name }) => name !== 'Problem')
      .flatMap(({ name, fields }) => [`### ${name}`, table(['Field', 'Type', 'Always there'], fields)]),
    '## Errors',
    rows(
      ['Code', 'Status', 'Sentence'],
      Object.entries(errorStatus).map(([code, status]) => [
        `\`${code}\``,
        String(status),
        errorTexts[code as ErrorCode],
      ]),
    ),
  ].join('\n\n'),
)
process.stdout.write('\n')

function operation(outline: OperationOutline): string[] {
  const { method, path, summary, access, parameters, body, bodyLimits, answers, refusals } = outline
  return [
    `### ${method} ${path}`,
    `${summary} ${access}`,
    ...(parameters.length > 0 ? [table(['Parameter', 'Type', 'Required'], parameters)] : []),
    ...(typeof body === 'string' ? [`Body: ${body}.`] : []),
    ...(Array.isArray(body) ? [table(['Body', 'Type', 'Required'], body)] : []),
    ...(bodyLimits === undefined ? [] : [bodyLimits]),
    `${answers.map(({ status, type }) => (type === '' ? status : `${status}: ${type}`)).join(', ')}. Refused with ${refusals.join(', ')}.`,
  ]
}

function table(head: string[], fields: readonly FieldRow[]): string {
  return rows(
    head,
    fields.map(({ name, type, isRequired, description }) => [
      `\`${name}\``,
      description === '' ? type : `${type}. ${description}`,
      isRequired ? 'yes' : 'no',
    ]),
  )
}

function rows(head: string[], cells: string[][]): string {
  const line = (parts: string[]) => `| ${parts.map(part => part.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...cells.map(line)].join('\n')
}
