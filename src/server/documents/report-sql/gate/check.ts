import { parseSync } from 'libpg-query'
import { placeAtByte, placeAtCharacter } from '../places.ts'
import type { SqlText, TextPlace } from '../sql-text.ts'
import { syntaxPosition, syntaxText, withNumbers } from '../sql-text.ts'
import { functions as allowedFunctions } from './allowed.ts'
import type { Columns, Origin } from './columns.ts'
import { checkGrowth } from './growth.ts'
import { type NameReader, readNames } from './names.ts'
import { checkShape, unwrap } from './shape.ts'

export interface SqlCheck {
  /** The reasons of the refusal; empty when the statement may run. */
  refusals: readonly string[]
  /** The part of the statement that a refusal is about, by its text; absent where it is about the whole. */
  places: ReadonlyMap<string, TextPlace>
  columns: Columns
  /** The columns whose expression is arithmetic or an aggregate. */
  numbers: ReadonlySet<string>
  /** The tables that it reads. */
  tables: ReadonlySet<string>
  /** The column that each parameter is compared with, by the parameter's name. */
  compared: ReadonlyMap<string, Origin>
}

const MAX_PROBLEMS = 20

/**
 * Checks a report's statement by PostgreSQL's own grammar: one SELECT of allowed nodes, functions, operators and
 * types, whose names are all readable columns of the given tables. The rights of the report login are a second protection.
 */
export function judgeSql(
  text: SqlText,
  readable: NameReader['table'],
  functions = allowedFunctions,
  named?: NameReader['named'],
): SqlCheck {
  const refusals = new Set<string>()
  const places = new Map<string, TextPlace>()
  const tables = new Set<string>()
  const compared = new Map<string, Origin>()
  const refusedFor = (refusals: readonly string[]): SqlCheck => ({
    refusals,
    places,
    columns: new Map(),
    numbers: new Set(),
    tables,
    compared,
  })
  const nothing = (why: string) => refusedFor([why])
  try {
    const { stmts = [] } = parseSync(withNumbers(text, (number) => `$${number}`))
    const statement = unwrap(stmts[0]?.stmt)
    if (stmts.length !== 1 || !statement) return nothing('只能写一条 SELECT')
    if (statement.kind !== 'SelectStmt') {
      const why = `只能写 SELECT，不能写 ${statement.kind.replace(/Stmt$/, '')}`
      places.set(why, placeAtByte(text, 0))
      return nothing(why)
    }
    const refuse = (why: string, byte?: number) => {
      refusals.add(why)
      if (byte !== undefined && !places.has(why) && places.size < MAX_PROBLEMS)
        places.set(why, placeAtByte(text, byte))
    }
    checkShape(stmts[0]?.stmt, refuse, functions)
    checkGrowth(stmts[0]?.stmt, refuse)
    if (refusals.size > 0) return refusedFor([...refusals].slice(0, MAX_PROBLEMS))
    const { columns, numbers } = readNames(statement.node, {
      table(name) {
        const readableColumns = readable(name)
        if (readableColumns) tables.add(name)
        return readableColumns
      },
      refuse,
      ...(named && { named }),
      compared(parameter, origin) {
        const name = text.names[parameter - 1]
        if (name !== undefined && !compared.has(name)) compared.set(name, origin)
      },
    })
    return { refusals: [...refusals].slice(0, MAX_PROBLEMS), places, columns, numbers, tables, compared }
  } catch (error) {
    // A statement that is nested too deeply for the walk is refused like one with a syntax error.
    if (error instanceof RangeError) return nothing('SQL 太复杂')
    const position = syntaxPosition(error)
    if (position !== null) places.set(syntaxText(error), placeAtCharacter(text, position))
    return nothing(syntaxText(error))
  }
}
