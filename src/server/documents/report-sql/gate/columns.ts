/** The table column that is the unchanged source of a value. */
export interface Origin {
  table: string
  column: string
}

/** An output column: its source (null when computed), and all table columns that it depends on. */
export interface Output {
  origin: Origin | null
  /** `table.column`. */
  reads: ReadonlySet<string>
  /** How many texts its text may be joined of: each name counts with the weight of what it names. */
  weight: number
}

/** Output columns in order. */
export type Columns = ReadonlyMap<string, Output>

export const computed: Output = { origin: null, reads: new Set(), weight: 1 }

export const columnOutput = (table: string, column: string): Output => ({
  origin: { table, column },
  reads: new Set([`${table}.${column}`]),
  weight: 1,
})

/** The columns of a table of another database, or of a refused one: any name may be one of them. */
export class AnyColumns extends Map<string, Output> {
  constructor(
    readonly table: string,
    readonly isRefused: boolean,
  ) {
    super()
  }
  override get(column: string): Output {
    return columnOutput(this.table, column)
  }
}
