import { isSafeKey, toSnake } from '#runtime/kernel/text/names.ts'
import { tableNameFault } from '../application-tables.ts'
import { environmentWords } from '../names/resolve-name.ts'
import { auditKeys } from '../types.ts'
import type { Renaming } from './definition.ts'

/** The words of SQL that no statement may use as the name of a table or a column without quotes. */
const sqlWords: ReadonlySet<string> = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between binary both case cast check collate collation
column concurrently constraint create cross current_catalog current_date current_role current_schema current_time
current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant
group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural
not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some
symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
    /\s+/,
  ),
)

/** Words of expressions that a name cannot have. */
const expressionWords: ReadonlySet<string> = new Set([
  ...environmentWords,
  ...[
    'row',
    'form',
    'initial',
    'master',
    'ids',
    'before',
    'and',
    'or',
    'not',
    'in',
    'if',
    'true',
    'false',
    'null',
  ],
])

const shapes = {
  document: /^[a-z][a-z0-9-]{0,39}\/[a-z][a-z0-9_-]{0,59}$/,
  dict: /^[A-Za-z][A-Za-z0-9_:,.-]{0,149}$/,
  table: /^[a-z][a-z0-9_]{0,59}$/,
}

/** Why something cannot get a name, whatever the documents are; undefined where it can. */
export function nameFault(renaming: Renaming): string | undefined {
  const { kind, from, to } = renaming
  if (from === to) return '新名字与旧名字相同，请换一个'
  if (kind === 'field') {
    if (!isSafeKey(to) || to.endsWith('_dictText'))
      return `「${to}」不能作字段名：字母开头，只含字母、数字、下划线，请换一个`
    if (auditKeys.some((key) => key === to)) return `「${to}」是系统自带的列，请换一个名字`
    if (expressionWords.has(to)) return `「${to}」是表达式里的词，请换一个名字`
    if (sqlWords.has(toSnake(to))) return `「${to}」是 SQL 的词，请换一个名字`
    return undefined
  }
  if (!shapes[kind].test(to)) return `「${to}」的写法不对，请照「${from}」的样子换一个`
  if (kind !== 'table') return undefined
  if (sqlWords.has(to)) return `「${to}」是 SQL 的词，请换一个名字`
  return to.startsWith('sys_') ? '以 sys_ 开头的表是系统的，请换一个名字' : tableNameFault(to)
}
