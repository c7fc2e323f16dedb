import { asText, isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { AnyColumns, type Columns, columnOutput, computed, type Origin, type Output } from './columns.ts'
import { findName, isNumber, toList } from './output.ts'
import { findByte, listStrings, type Refuse, unwrap } from './shape.ts'

/** Columns of one SELECT: `*` over nested queries could double them without end. */
const MAX_COLUMNS = 1000
/** Texts joined to one: nested queries that each join a text with itself double it without end. */
const MAX_WEIGHT = 10_000

export interface NameReader {
  /** The readable columns of an allowed table, `any` for a table of another database; undefined for any other table. */
  table(name: string): Iterable<string> | 'any' | undefined
  refuse: Refuse
  /** Called when a parameter is compared with a column. */
  compared(parameter: number, origin: Origin): void
  /** Called for each place where the statement names a table, or a column of a table that is its row of FROM. */
  named?(place: NamedPlace): void
}

/**
 * A name in a statement by its byte. `output`: it is a column of the result without a name of its own; `joined`: it stands in
 * USING; `aliased`: the table has another name in the statement.
 */
export interface NamedPlace {
  byte: number | undefined
  table: string
  column?: string
  as: 'output' | 'joined' | 'aliased' | 'name'
}

/** Rows of FROM. For a table only the readable columns are known; it may have more. */
interface Range {
  columns: Columns
  isTable: boolean
}

/** The names visible to an expression: the queries of WITH, and the rows of FROM, inner levels first. */
interface VisibleTables {
  ctes: ReadonlyMap<string, Columns>
  levels: readonly ReadonlyMap<string, Range>[]
}

/**
 * Resolves every name in a statement of allowed nodes to its source, scope by scope, and returns the output
 * columns. Refuses whole rows and any name other than a readable column of a named table.
 */
export function readNames(
  select: JsonObject,
  reader: NameReader,
): { columns: Columns; numbers: ReadonlySet<string> } {
  const columns = new Names(reader).select(select, { ctes: new Map(), levels: [] })
  const targets = toList(select.targetList).map((target) => unwrap(target)?.node ?? {})
  const numbers = targets
    .filter(({ val }) => isNumber(unwrap(val)))
    .flatMap(({ name, val }) => asText(name) ?? findName(unwrap(val)) ?? [])
  return { columns, numbers: new Set(numbers) }
}

const part = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

class Names {
  readonly #reader: NameReader
  /** The columns that the current expression reads; null outside of an expression. */
  #reads: Set<string> | null = null
  /** The weights of the names in the current expression. */
  #weight = 0
  /** The place of the name that is read now. */
  #byte: number | undefined

  constructor(reader: NameReader) {
    this.#reader = reader
  }

  #refuse(text: string): void {
    this.#reader.refuse(text, this.#byte)
  }

  #goTo(node: JsonObject): void {
    this.#byte = findByte(node) ?? this.#byte
  }

  select(node: JsonObject, outer: VisibleTables): Columns {
    const ctes = this.#ctes(node, outer)
    const inside = { ...outer, ctes }
    if (node.larg !== undefined || node.rarg !== undefined) {
      const left = this.select(part(node.larg), inside)
      const right = [...this.select(part(node.rarg), inside).values()]
      const output: Columns = new Map(
        [...left].map(([name, { reads, weight }], at) => [
          name,
          {
            origin: null,
            reads: new Set([...reads, ...(right[at]?.reads ?? [])]),
            weight: Math.max(weight, right[at]?.weight ?? 1),
          },
        ]),
      )
      this.#visit([node.limitCount, node.limitOffset], inside)
      this.#order(node.sortClause, inside, output)
      return output
    }
    const level = new Map<string, Range>()
    const visible: VisibleTables = { ctes, levels: [level, ...outer.levels] }
    for (const item of toList(node.fromClause)) this.#from(item, level, outer, visible)
    if (node.valuesLists !== undefined) {
      this.#visit(node.valuesLists, visible)
      const [first] = toList(node.valuesLists)
      const width = toList(unwrap(first)?.node.items).length
      return new Map(Array.from({ length: width }, (_, at) => [`column${at + 1}`, computed]))
    }
    const output = this.#targets(toList(node.targetList), level, visible)
    this.#visit(
      [node.whereClause, node.havingClause, node.windowClause, node.limitCount, node.limitOffset],
      visible,
    )
    for (const clause of [node.distinctClause, node.groupClause, node.sortClause])
      this.#order(clause, visible, output)
    return output
  }

  /** ORDER BY and GROUP BY: a single name may be an output column; a name inside an expression may not. */
  #order(value: unknown, visible: VisibleTables, output: Columns): void {
    for (const member of toList(value)) {
      const entry = unwrap(member)
      const inner = entry?.kind === 'SortBy' ? unwrap(entry.node.node) : entry
      if (inner?.kind === 'GroupingSet') this.#order(inner.node.content, visible, output)
      else if (inner?.kind === 'List') this.#order(inner.node.items, visible, output)
      else if (inner?.kind === 'ColumnRef' && output.has(listStrings(inner.node.fields).join('.'))) continue
      else this.#visit(member, visible)
    }
  }

  /** Each query of WITH sees the queries before it, never itself: inside it, its name means the table. */
  #ctes(node: JsonObject, outer: VisibleTables): ReadonlyMap<string, Columns> {
    const ctes = new Map(outer.ctes)
    for (const member of toList(part(node.withClause).ctes)) {
      const cte = unwrap(member)?.node ?? {}
      const query = unwrap(cte.ctequery)
      if (query?.kind !== 'SelectStmt') {
        this.#refuse('WITH 里只能写 SELECT')
        continue
      }
      const columns = this.select(query.node, { ...outer, ctes })
      ctes.set(asText(cte.ctename) ?? '', renamed(columns, listStrings(cte.aliascolnames)))
    }
    return ctes
  }

  #from(item: unknown, level: Map<string, Range>, outer: VisibleTables, visible: VisibleTables): void {
    const source = unwrap(item)
    if (!source) return
    const { kind, node } = source
    this.#goTo(node)
    const alias = part(node.alias)
    const add = (name: string, columns: Columns, isTable = false) => {
      if (level.has(name)) this.#refuse(`FROM 里有两个「${name}」，请写不同的别名`)
      // Renaming by position could give a new name to an unreadable column.
      if (isTable && alias.colnames !== undefined) this.#refuse('表的别名后不要写列名')
      level.set(name, { columns: renamed(columns, listStrings(alias.colnames)), isTable })
    }
    if (kind === 'RangeVar') {
      const name = asText(node.relname) ?? ''
      const cte = visible.ctes.get(name)
      const as = alias.aliasname === undefined ? 'name' : 'aliased'
      if (!cte) this.#reader.named?.({ byte: this.#byte, table: name, as })
      add(asText(alias.aliasname) ?? name, cte ?? this.#table(name), !cte)
    } else if (kind === 'RangeSubselect') {
      const within = node.lateral === true ? visible : { ...outer, ctes: visible.ctes }
      const columns = this.select(unwrap(node.subquery)?.node ?? {}, within)
      // Older versions of PostgreSQL require the name.
      if (alias.aliasname === undefined) this.#refuse('FROM 里的子查询要有别名')
      add(asText(alias.aliasname) ?? '', columns)
    } else if (kind === 'RangeFunction') {
      this.#visit(node.functions, visible)
      const call = unwrap(toList(unwrap(toList(node.functions)[0])?.node.items)[0])
      const name = asText(alias.aliasname) ?? findName(call) ?? ''
      const ordinality: [string, Output][] = node.ordinality === true ? [['ordinality', computed]] : []
      add(name, new Map([[name, computed], ...ordinality]))
    } else if (kind === 'JoinExpr') {
      this.#from(node.larg, level, outer, visible)
      this.#from(node.rarg, level, outer, visible)
      for (const name of listStrings(node.usingClause)) this.#column([name], visible, 'joined')
      this.#visit(node.quals, visible)
    } else this.#refuse('FROM 里只能写表、子查询和函数')
  }

  #table(name: string): Columns {
    const columns = this.#reader.table(name)
    if (!columns)
      this.#refuse(
        `表 ${name} 不能查询：报表只查界面文档的表（编辑器里按 Ctrl+空格列出），源文件里还要写进 source.tables`,
      )
    // The columns of a refused table are no mistakes of their own.
    if (columns === 'any' || !columns) return new AnyColumns(name, !columns)
    return new Map([...columns].map((column) => [column, columnOutput(name, column)]))
  }

  #targets(targets: readonly unknown[], level: ReadonlyMap<string, Range>, visible: VisibleTables): Columns {
    const output = new Map<string, Output>()
    // Every column keeps its position; one without a name, or with a duplicate name, is known by position only.
    const put = (name: string | undefined, value: Output) =>
      void output.set(name === undefined || output.has(name) ? `?column?${output.size}` : name, value)
    for (const target of targets) {
      if (output.size > MAX_COLUMNS) {
        this.#reader.refuse(`一个 SELECT 最多 ${MAX_COLUMNS} 列`)
        break
      }
      const { name, val } = unwrap(target)?.node ?? {}
      const value = unwrap(val)
      if (value) this.#goTo(value.node)
      const star = value?.kind === 'ColumnRef' ? this.#star(toList(value.node.fields), level) : null
      if (star) {
        for (const [column, output] of star) put(column, output)
        continue
      }
      const as = name === undefined ? 'output' : 'name'
      put(asText(name) ?? findName(value), this.#output(val, visible, as))
    }
    return output
  }

  /** The output of a target. Columns read in a nested query count for it as well. */
  #output(val: unknown, visible: VisibleTables, as: NamedPlace['as']): Output {
    const value = unwrap(val)
    if (value?.kind === 'ColumnRef')
      return this.#column(listStrings(value.node.fields), visible, as) ?? computed
    const [outer, outerWeight] = [this.#reads, this.#weight]
    const reads = new Set<string>()
    this.#reads = reads
    this.#weight = 0
    this.#visit(val, visible)
    const weight = isNumber(value) ? 1 : Math.max(1, this.#weight)
    this.#reads = outer
    this.#weight = outerWeight + weight
    for (const name of reads) outer?.add(name)
    if (weight > MAX_WEIGHT) this.#refuse('层层拼接的文字太长，请减少拼接')
    return { origin: null, reads, weight }
  }

  /** The columns of `*` or `t.*`. Refused for a table, which may have more columns than the readable ones. */
  #star(fields: readonly unknown[], level: ReadonlyMap<string, Range>): [string, Output][] | null {
    if (unwrap(fields.at(-1))?.kind !== 'A_Star') return null
    const [name = ''] = listStrings(fields)
    const ranges =
      fields.length === 1 ? [...level] : [...level].filter(([word]) => word === name && fields.length === 2)
    if (ranges.length === 0) this.#refuse(`${listStrings(fields).join('.')} 不认识`)
    for (const [word, { columns, isTable }] of ranges) {
      const isRefused = columns instanceof AnyColumns && columns.isRefused
      if (isTable && !isRefused) this.#refuse(`表「${word}」不能写 *，请写出列`)
    }
    return ranges.flatMap(([, { columns }]) => [...columns])
  }

  #column(names: readonly string[], visible: VisibleTables, as: NamedPlace['as'] = 'name'): Output | null {
    const output = this.#find(names, visible, as)
    for (const name of output?.reads ?? []) this.#reads?.add(name)
    this.#weight += output?.weight ?? 1
    return output
  }

  #find(names: readonly string[], { levels }: VisibleTables, as: NamedPlace['as']): Output | null {
    const [first = '', second] = names
    const found = (range: Range | undefined, column: string): Output | undefined => {
      const output = range?.columns.get(column)
      if (range?.isTable && output?.origin) this.#reader.named?.({ ...output.origin, byte: this.#byte, as })
      return output
    }
    if (names.includes('*')) this.#refuse('* 只能写在 SELECT 的列里')
    else if (names.length > 2) this.#refuse(`${names.join('.')} 不认识，请写作 别名.列名`)
    else if (second !== undefined) {
      const range = levels.find((level) => level.has(first))?.get(first)
      const output = found(range, second)
      if (output !== undefined) return output
      this.#refuse(range ? `「${first}」没有可查询的列 ${second}` : `FROM 里没有「${first}」`)
    } else {
      for (const level of levels) {
        for (const range of level.values()) {
          const output = found(range, first)
          if (output !== undefined) return output
        }
      }
      const isRow = levels.some((level) => level.has(first))
      this.#refuse(isRow ? `不能取「${first}」的整行，请写出列` : `没有可查询的列 ${first}`)
    }
    return null
  }

  /** Visits all nested names and queries. */
  #visit(value: unknown, visible: VisibleTables): void {
    if (Array.isArray(value)) {
      for (const member of value) this.#visit(member, visible)
      return
    }
    if (!isJsonObject(value)) return
    const entry = unwrap(value)
    if (entry) this.#goTo(entry.node)
    if (entry?.kind === 'ColumnRef') this.#column(listStrings(entry.node.fields), visible)
    else if (entry?.kind === 'SelectStmt') this.select(entry.node, visible)
    else {
      if (entry?.kind === 'A_Expr') this.#compare(entry.node, visible)
      for (const inner of Object.values(value)) this.#visit(inner, visible)
    }
  }

  #compare({ lexpr, rexpr }: JsonObject, visible: VisibleTables): void {
    for (const [side, other] of [
      [lexpr, rexpr],
      [rexpr, lexpr],
    ]) {
      const column = unwrap(side)
      const parameter = unwrap(other)
      if (column?.kind !== 'ColumnRef' || parameter?.kind !== 'ParamRef') continue
      const [first = '', second] = listStrings(column.node.fields)
      const ranges = visible.levels.flatMap((level) => [...level])
      const origin = ranges
        .filter(([name]) => second === undefined || name === first)
        .map(([, { columns }]) => columns.get(second ?? first)?.origin)
        .find((candidate) => candidate)
      if (origin) this.#reader.compared(Number(parameter.node.number ?? 0), origin)
    }
  }
}

const renamed = (columns: Columns, names: readonly string[]): Columns =>
  names.length === 0
    ? columns
    : new Map([...columns].map(([name, output], at) => [names[at] ?? name, output]))
