/** A cell that an import reads. */
export interface ImportCell {
  file: string
  sheet: string
  /** Counted from 1. */
  row: number
  /** Letters of the column; '' for a fault of the whole row. */
  column: string
  header: string
  value: string
  /** The field that the heading names, and its detail table, if the cell has them. */
  key?: string
  detail?: string
}

/** One of several records or dictionary items that a text names. */
export interface ImportChoice {
  /** The text that names it alone. */
  text: string
  title: string
}

/** A cell that an import refuses, as the server answers it. */
export interface ImportFault extends ImportCell {
  reason: string
  /** The dictionary text that is most similar to the value. */
  nearest?: string
  /** The records or items that the text names; the user chooses one. */
  choices?: readonly ImportChoice[]
  /** The cells of the row that have content, in the order of their columns. */
  line?: readonly Pick<ImportCell, 'column' | 'header' | 'value'>[]
}
