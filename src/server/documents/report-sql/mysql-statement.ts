import { scanSync } from 'libpg-query'
import type { SqlColumn } from '#runtime/schema/field-value.ts'
import type { SqlText } from './sql-text.ts'

/** A statement of a report as MySQL and MariaDB read it; each `?` has its value. */
export interface MySqlStatement {
  sql: string
  values: (string | null)[]
}

type MySqlResult = { ok: true; value: MySqlStatement } | { ok: false; text: string }

/** Tokens that PostgreSQL, whose grammar the gate reads, and MySQL understand differently. */
const differing: readonly [pattern: RegExp, text: string][] = [
  [/^::$/, 'MySQL 和 MariaDB 没有 ::，请写作 cast(值 as 类型)'],
  [/^\^$/, 'MySQL 和 MariaDB 的 ^ 不是乘方，请改用别的写法'],
  [/^([A-Za-z]|[uU]&)'|^\$/, 'MySQL 和 MariaDB 的文字只写普通的单引号，不写前缀和 $$'],
]

const isComment = (text: string): boolean => text.startsWith('--') || text.startsWith('/*')
const isWord = (text: string): boolean => /^[A-Za-z_\u0080-\uffff]/.test(text)

/** The type of a parameter in MySQL; null for a text, which is bound as it is. */
export function mySqlCast({ type, ...more }: SqlColumn): string | null {
  if (type === 'numeric') return `decimal(38,${'scale' in more ? (more.scale ?? 10) : 10})`
  if (type === 'double precision') return 'decimal(38,10)'
  if (type === 'integer' || type === 'bigint') return 'signed'
  if (type === 'date' || type === 'time') return type
  return type.startsWith('timestamp') ? 'datetime' : null
}

/**
 * Writes a checked statement for MySQL and MariaDB: token by token as PostgreSQL's lexer found them, without comments
 * (MySQL runs some of them) and with names in the lower case that the check assumed. What both sides would
 * understand differently is refused. It needs `ANSI_QUOTES`, `NO_BACKSLASH_ESCAPES` and `PIPES_AS_CONCAT`.
 */
export function buildMySql(
  { pieces }: SqlText,
  bind: (param: string, at: number) => { value: string | null; type: SqlColumn },
): MySqlResult {
  const values: (string | null)[] = []
  let sql = ''
  for (const [at, piece] of pieces.entries()) {
    if (typeof piece === 'string') {
      const written = rewritten(piece)
      if (!written.ok) return written
      sql += written.sql
      continue
    }
    const { value, type } = bind(piece.param, at)
    const cast = mySqlCast(type)
    values.push(value)
    sql += cast === null ? ' ? ' : ` cast(? as ${cast}) `
  }
  return { ok: true, value: { sql, values } }
}

function rewritten(piece: string): { ok: true; sql: string } | { ok: false; text: string } {
  // Between two parameters there may be nothing for the lexer.
  if (piece.trim() === '') return { ok: true, sql: piece }
  const bytes = Buffer.from(piece)
  let [sql, end] = ['', 0]
  for (const { text, start, end: last } of scanSync(piece).tokens) {
    // A comment becomes the blank that it is for PostgreSQL.
    if (start > end || isComment(text)) sql += ' '
    end = last
    if (isComment(text)) continue
    const difference = differing.find(([pattern]) => pattern.test(text))
    if (difference) return { ok: false, text: difference[1] }
    sql += isWord(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text
  }
  return { ok: true, sql: bytes.length > end ? `${sql} ` : sql }
}
