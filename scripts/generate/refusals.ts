// The refusals of the server: the calls of `defineRefusals` in src/server, read from the syntax trees of its files, and the rows
// of the error catalogue that are sent to clients. `docs/errors.md` is their table.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type ErrorCode, errorCodes } from '#runtime/kernel/errors.ts'

interface Refusal {
  /** The value of the header `x-error-code`. */
  code: string
  /** The row of the catalogue whose HTTP status and envelope code the refusal has. */
  row: ErrorCode
  /** `{name}` parts are filled in when the refusal is thrown. */
  text: string
  /** The path of the declaring file. */
  file: string
}

/** A call of `appError`, or a construction of `AppError`. */
interface ErrorCall {
  /** The code; the source of the argument when it is not literal. */
  row: string
  /** The source of its text when that is a literal or a template. */
  text?: string
  file: string
}

/** A literal or a template as the property `text` of the second argument; undefined when there is none. */
function readRefusalText(parts: ts.Expression | undefined): string | undefined {
  if (!parts || !ts.isObjectLiteralExpression(parts)) return undefined
  const text = parts.properties.find((property) => property.name?.getText() === 'text')
  if (!text || !ts.isPropertyAssignment(text)) return undefined
  const { initializer } = text
  const isWritten = ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer)
  return isWritten ? initializer.getText() : undefined
}

const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorCodes, name)

function readRow(argument: ts.Expression | undefined, file: string): ErrorCode {
  if (argument === undefined) return 'BUSINESS'
  if (ts.isStringLiteral(argument) && isErrorCode(argument.text)) return argument.text
  throw new Error(`${file}: the second argument of defineRefusals must be a literal code of the catalogue`)
}

function readDeclaration(call: ts.CallExpression, file: string): Refusal[] {
  const [texts, second] = call.arguments
  const row = readRow(second, file)
  if (!texts || !ts.isObjectLiteralExpression(texts))
    throw new Error(`${file}: the first argument of defineRefusals must be an object literal`)
  return texts.properties.map((property) => {
    if (
      !ts.isPropertyAssignment(property) ||
      !ts.isIdentifier(property.name) ||
      !ts.isStringLiteralLike(property.initializer)
    )
      throw new Error(`${file}: a refusal must be a code and a literal text: ${property.getText()}`)
    return { code: property.name.text, row, text: property.initializer.text, file }
  })
}

/** The refusals that one file declares, and its calls of `appError`. */
export function readRefusals(file: string, source: string): { refusals: Refusal[]; calls: ErrorCall[] } {
  const refusals: Refusal[] = []
  const calls: ErrorCall[] = []
  // Most files have none, and a syntax tree takes a millisecond.
  if (!/\b(defineRefusals|[aA]ppError)\b/.test(source)) return { refusals, calls }
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && ts.isIdentifier(node.expression)) {
      const name = node.expression.text
      const [first, parts] = node.arguments ?? []
      if (ts.isCallExpression(node) && name === 'defineRefusals')
        refusals.push(...readDeclaration(node, file))
      if (first && ['appError', 'AppError'].includes(name))
        calls.push({
          row: ts.isStringLiteral(first) ? first.text : first.getText(),
          text: readRefusalText(parts),
          file,
        })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return { refusals, calls }
}

/** All files of src/server, in the order of their paths. */
export function readServerRefusals(root: string): { refusals: Refusal[]; calls: ErrorCall[] } {
  const files = readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/server/${name.replaceAll('\\', '/')}`)
    .sort()
  const read = files.map((file) => readRefusals(file, readFileSync(join(root, file), 'utf8')))
  return { refusals: read.flatMap(({ refusals }) => refusals), calls: read.flatMap(({ calls }) => calls) }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').trim()
const line = (code: string, row: ErrorCode, text: string, place: string): string => {
  const { status, envelope } = errorCodes[row]
  return `| \`${code}\` | ${status} | ${envelope} | ${cell(text)} | ${place} |`
}
const head = '| code | HTTP status | envelope code | text | module |\n|--|--|--|--|--|'
const getModule = (file: string): string => file.replace('src/server/', '').split('/').slice(0, -1).join('/')

/** The text of `docs/errors.md`. A code that several files declare has one line. */
export function errorTable(refusals: readonly Refusal[]): string {
  const lines = [...new Set(refusals.map(({ code }) => code))].sort().flatMap((code) => {
    const declared = refusals.filter((refusal) => refusal.code === code)
    const modules = [...new Set(declared.map(({ file }) => `\`${getModule(file)}\``))].join(', ')
    return declared.slice(0, 1).map(({ row, text }) => line(code, row, text, modules))
  })
  const shared = Object.entries(errorCodes)
    .filter(([, { status }]) => status !== 0)
    .map(([code, { text }]) => line(code, code as ErrorCode, text, '`runtime/kernel/errors.ts`'))
  return `# Error codes

Generated by \`scripts/generate.ts\`. The answer to a refused request names its code in the header \`x-error-code\`; clients
decide by the code and never by the text. A request that HTTP itself refuses (e.g. an unreadable body) has no code.
Parts in braces are filled in when the refusal is thrown.

## Refusals of modules

Declared by \`defineRefusals\` in the file that throws them. The path is below \`src/server\`.

${head}
${lines.join('\n')}

## Codes of the catalogue

Used by several modules.

${head}
${shared.join('\n')}
`
}
