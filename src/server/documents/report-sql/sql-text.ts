import { loadModule, scanSync } from 'libpg-query'
import { type Parsed, parsed, refused } from '#runtime/kernel/problem.ts'

// Loaded once per process, so that importing modules can parse synchronously.
await loadModule()

/** The SQL of a document, split at its parameters. */
export interface SqlText {
  /** Texts with the names of parameters between them. */
  pieces: readonly (string | { param: string })[]
  /** Each parameter once, in order of appearance: the first becomes $1. */
  names: readonly string[]
}

/** The syntax error of a text that is not SQL, as a text for its author. */
export function syntaxText(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const near = /at or near "(.*)"/s.exec(message)?.[1]
  if (near !== undefined) return `SQL 写错了：在「${near.slice(0, 40)}」附近`
  return message.includes('end of input') ? 'SQL 没有写完' : 'SQL 写错了：引号、括号或注释没有写完'
}

/** The character of a syntax error, counted from 0; null for an error without a place. */
export function syntaxPosition(error: unknown): number | null {
  if (!(error instanceof Error) || !('sqlDetails' in error)) return null
  const { cursorPosition } = (error.sqlDetails ?? {}) as { cursorPosition?: unknown }
  return typeof cursorPosition === 'number' && cursorPosition >= 0 ? cursorPosition : null
}

const colon = ':'.charCodeAt(0)
const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(text)

/** Splits SQL by the tokens of PostgreSQL's own lexer, so that strings, comments, dollar quotes and `::` are recognised as on the server. */
export function readSql(sql: string): Parsed<SqlText> {
  const bytes = Buffer.from(sql)
  // A NUL ends the text for the parser; half a surrogate pair changes when it is encoded.
  if (sql.includes('\u0000') || bytes.toString() !== sql) return refused('SQL 含有不能识别的字符')
  let tokens: ReturnType<typeof scanSync>['tokens']
  try {
    tokens = scanSync(sql).tokens
  } catch (error) {
    return refused(syntaxText(error))
  }
  const pieces: (string | { param: string })[] = []
  const names: string[] = []
  let from = 0
  for (const [at, token] of tokens.entries()) {
    if (token.text === ';') return refused('只能写一条 SELECT，不要写分号')
    if (/^\$\d/.test(token.text)) return refused(`不要写 ${token.text}，参数请写作 :名称`)
    const next = tokens[at + 1]
    if (token.tokenType !== colon || !next || next.start !== token.end || !isName(next.text)) continue
    pieces.push(bytes.subarray(from, token.start).toString(), { param: next.text })
    if (!names.includes(next.text)) names.push(next.text)
    from = next.end
  }
  pieces.push(bytes.subarray(from).toString())
  return parsed({ pieces, names })
}

/** The statement with `$n` for its parameters, each written by `write`. */
export const withNumbers = (
  { pieces, names }: SqlText,
  write: (number: number, name: string) => string,
): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : write(names.indexOf(piece.param) + 1, piece.param)))
    .join('')
