/** The API as a readable German page: plain HTML of the server, one style block, no script. */
import { createHash } from 'node:crypto'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { errorTexts } from '#contract/texts/errors.texts.ts'
import {
  type FieldRow,
  type OperationOutline,
  outlineGroups,
  outlineSchemas,
  type SchemaOutline,
  type TypeWords,
} from './api-outline.ts'
import type { ApiDocument } from './openapi.ts'

const words: TypeWords = {
  text: 'Text',
  file: 'Datei',
  number: 'Zahl',
  wholeNumber: 'ganze Zahl',
  yesNo: 'ja oder nein (true, false)',
  date: 'Datum JJJJ-MM-TT',
  object: 'Objekt',
  listOf: item => `Liste: ${item}`,
  orNull: type => `${type} oder null`,
  or: 'oder',
  oneOf: values => `einer der Werte ${values}`,
  lengthUpTo: characters => `höchstens ${characters} Zeichen`,
  between: (from, to) => `von ${from} bis ${to}`,
}

const style = `
:root{color-scheme:light dark;--text:light-dark(#1d2415,#eef1e6);--soft:light-dark(#4b5442,#b9c1ac);--line:light-dark(#d5dbc9,#3a4230);--back:light-dark(#fff,#14180f);--box:light-dark(#f5f7f0,#1d2316);--link:light-dark(#3a5a14,#bfe07a)}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}
header,main,footer{max-width:68rem;margin:0 auto;padding:1.25rem}
h1{font-size:2rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.4rem;margin:2.5rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.75rem 0 .25rem;overflow-wrap:anywhere}
p{margin:.25rem 0 .75rem;max-width:46rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav ul{columns:12rem;padding-left:1.1rem}
code{font:0.94em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.soft{color:var(--soft)}
.method{display:inline-block;min-width:4.2rem}
section section{padding:.1rem 1rem 1rem;margin:1rem 0;background:var(--box);border:1px solid var(--line);border-radius:10px}
table{width:100%;border-collapse:collapse;margin:.5rem 0 1rem;table-layout:fixed}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere;font-weight:400}
td code{white-space:nowrap}
@media(max-width:44rem){td code{white-space:normal}}
thead th:first-child{width:14rem}
thead th:last-child{width:7rem}
thead th{border-top:0;font-size:.85rem;color:var(--soft)}
`

/** Names of the schemas the page shows. */
type Names = ReadonlySet<string>

/** For `style-src`: the one style block of these pages. */
export const apiStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`

export function renderApiPage(document: ApiDocument): string {
  const groups = outlineGroups(document, words)
  const schemas = outlineSchemas(document, words)
  const names: Names = new Set(schemas.map(({ name }) => name))
  return page(
    'Schnittstelle (API)',
    `<p>Alle Aufrufe des Portals. Geld steht in EUR, Arbeit in Stunden, beides mit höchstens zwei Nachkommastellen. Zeitpunkte sind ISO 8601 in UTC, Kalendertage gelten in Europe/Berlin. Jeder Pfad endet mit einem Schrägstrich. Die Kurzbeschreibungen sind englisch.</p>
<p>Maschinenlesbar als OpenAPI 3.1: <a href="/api/schema/">/api/schema/</a>. Alle <a href="/api/docs/errors/">Fehlercodes</a>.</p>
<p>Schreibende Aufrufe tragen den Wert des Cookies <code>csrftoken</code> im Kopffeld <code>X-CSRFToken</code>; <code>GET /api/auth/session/</code> setzt ihn. Mit <code>If-Match</code> gilt eine Änderung nur für den Stand, den Sie zuletzt gesehen haben. POST nimmt von angemeldeten Benutzern einen <code>Idempotency-Key</code> an.</p>
<nav aria-label="Inhalt"><ul>${groups.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')}<li><a href="#schemas">Datenformate</a></li></ul></nav>
${groups
  .map(
    ({ name, description, operations }) =>
      `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><p lang="en" class="soft">${escapeHtml(description)}</p>${operations.map(operation => operationSection(operation, names)).join('')}</section>`,
  )
  .join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Datenformate</h2>${schemas.map(schema => schemaSection(schema, names)).join('')}</section>`,
  )
}

export function renderErrorsPage(): string {
  const rows = Object.entries(errorStatus).map(
    ([code, status]) =>
      `<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${escapeHtml(errorTexts[code as ErrorCode])}</td></tr>`,
  )
  return page(
    'Fehlercodes',
    `<p>Was nicht gelingt, wird mit <code>application/problem+json</code> (RFC 9457) beantwortet; <code>code</code> ist einer der folgenden. Zurück zur <a href="/api/docs/">Schnittstelle</a>.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Bedeutung</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="de">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body>
<header><h1>${title}</h1></header>
<main>
${content}
</main>
</body>
</html>
`
}

function operationSection(operation: OperationOutline, names: Names): string {
  const { id, method, path, summary, access, parameters, body, answers, refusals } = operation
  return `<section aria-labelledby="${id}"><h3 id="${id}"><code><span class="method">${method}</span> ${escapeHtml(path)}</code></h3>
<p lang="en">${escapeHtml(summary)} <span class="soft">${escapeHtml(access)}</span></p>
${fieldTable('Parameter', parameters, names)}${typeof body === 'string' ? `<p>Gesendet wird ${schemaLink(body)}.</p>` : fieldTable('Gesendet wird', body ?? [], names)}
<p>${answers.map(({ status, type }) => `Antwort <code>${status}</code>${type === '' ? ' ohne Inhalt' : `: ${linked(type, names)}`}`).join(', ')}. <span class="soft">Ablehnung: ${refusals.map(status => `<code>${status}</code>`).join(' ')}</span></p></section>`
}

function schemaSection({ name, fields }: SchemaOutline, names: Names): string {
  return `<section aria-labelledby="schema-${name}"><h3 id="schema-${name}"><code>${name}</code></h3>${fieldTable('Felder', fields, names)}</section>`
}

function fieldTable(caption: string, fields: readonly FieldRow[], names: Names): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${linked(type, names)}${description === '' ? '' : `<br><span lang="en" class="soft">${escapeHtml(description)}</span>`}</td><td>${isRequired ? 'ja' : 'nein'}</td></tr>`,
  )
  return `<table><caption>${caption}</caption><thead><tr><th scope="col">Name</th><th scope="col">Art</th><th scope="col">${caption === 'Felder' ? 'Immer dabei' : 'Pflicht'}</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** A type in words: quoted values as code, names of schemas as links. */
function linked(type: string, names: Names): string {
  return escapeHtml(type)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\b[A-Z]\w+/g, word => (names.has(word) ? schemaLink(word) : word))
}

function schemaLink(name: string): string {
  return `<a href="#schema-${name}"><code>${escapeHtml(name)}</code></a>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => entities[character] ?? character)
}
