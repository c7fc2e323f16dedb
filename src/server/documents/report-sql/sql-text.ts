import { loadModule, scanSync } from 'libpg-query'

// Loaded once per process, so that importing modules can parse synchronously.
await loadModule()

/** A part of a statement as its author wrote it, in UTF-16 units; `to` is behind its last character. */
export interface TextPlace {
  from: number
  to: number
}

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
  if (message.includes('LIMIT #,#')) return 'LIMIT 从几起, 几行 请写作 LIMIT 几行 OFFSET 从几起'
  if (near !== undefined) return `SQL 写错了：在「${near.slice(0, 40)}」附近`
  return message.includes('end of input') ? 'SQL 没有写完' : 'SQL 写错了：引号、括号或注释没有写完'
}

/** The character of a syntax error, counted from 0; null for an error without a place. */
export function syntaxPosition(error: unknown): number | null {
  if (!(error instanceof Error) || !('sqlDetails' in error)) return null
  const { cursorPosition } = (error.sqlDetails ?? {}) as { cursorPosition?: unknown }
  return typeof cursorPosition === 'number' && cursorPosition >= 0 ? cursorPosition : null
}

/** A statement that cannot be split, with the place of the reason where it has one. */
type ReadSql = { ok: true; value: SqlText } | { ok: false; text: string; place: TextPlace | null }

const refused = (text: string, place: TextPlace | null = null): ReadSql => ({ ok: false, text, place })

/** `${name}` and `#{name}`, as reports of JeecgBoot name parameters and variables of the system, with or without quotes. */
const foreignParameter = /'?([$#])\{\s*([A-Za-z]\w*)\s*\}'?/y

/** How to write the foreign parameter that begins at a character of the statement; null where none begins. */
function foreignAt(sql: string, from: number): { text: string; place: TextPlace } | null {
  foreignParameter.lastIndex = from
  const [written, sign, name] = foreignParameter.exec(sql) ?? []
  if (written === undefined) return null
  const place = { from, to: from + written.length }
  if (sign === '$') return { text: `${written} 请写作 :${name}，不加引号`, place }
  const text = `${written} 请写作 :${name}，再把参数「${name}」的类型设为隐藏，缺省值写表达式，如 =user.username`
  return { text, place }
}

/** Signs of Chinese keyboards, which PostgreSQL takes for letters, and those of SQL. */
const halfWidth: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '，': ',',
    '（': '(',
    '）': ')',
    '；': ';',
    '：': ':',
    '‘': "'",
    '’': "'",
    '“': '"',
    '”': '"',
    '＝': '=',
    '＞': '>',
    '＜': '<',
    '＋': '+',
    '－': '-',
    '＊': '*',
    '／': '/',
  }),
)
const fullWidth = new RegExp(`[${[...halfWidth.keys()].join('')}]`)

const colon = ':'.charCodeAt(0)
const isName = (text: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(text)

/** Splits SQL by the tokens of PostgreSQL's own lexer, so that strings, comments, dollar quotes and `::` are recognised as on the server. */
export function readSql(sql: string): ReadSql {
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
  let [byte, character] = [0, 0]
  for (const [at, token] of tokens.entries()) {
    character += bytes.subarray(byte, token.start).toString().length
    byte = token.start
    const place = { from: character, to: character + token.text.length }
    if (token.text === ';') return refused('只能写一条 SELECT，不要写分号', place)
    if (/^\$\d/.test(token.text)) return refused(`不要写 ${token.text}，参数请写作 :名称`, place)
    const [wide] = /^['"$/-]/.test(token.text) ? [] : (token.text.match(fullWidth) ?? [])
    if (wide !== undefined)
      return refused(`「${wide}」是全角的，SQL 里请写半角的「${halfWidth.get(wide)}」`, place)
    if (token.text.includes('`')) return refused('列名和表名不用反引号，请去掉 `', place)
    const foreign = foreignAt(sql, place.from)
    if (foreign) return refused(foreign.text, foreign.place)
    const next = tokens[at + 1]
    if (token.tokenType !== colon || !next || next.start !== token.end || !isName(next.text)) continue
    pieces.push(bytes.subarray(from, token.start).toString(), { param: next.text })
    if (!names.includes(next.text)) names.push(next.text)
    from = next.end
  }
  pieces.push(bytes.subarray(from).toString())
  return { ok: true, value: { pieces, names } }
}

/** The statement with `$n` for its parameters, each written by `write`. */
export const withNumbers = (
  { pieces, names }: SqlText,
  write: (number: number, name: string) => string,
): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : write(names.indexOf(piece.param) + 1, piece.param)))
    .join('')
