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
}

/** A cell that an import refuses, as the server answers it. */
export interface ImportFault extends ImportCell {
  reason: string
  /** The dictionary text that is most similar to the value. */
  nearest?: string
}
