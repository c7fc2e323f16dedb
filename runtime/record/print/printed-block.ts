export interface PrintedColumn {
  key: string
  title: string
  align: 'left' | 'right' | 'center'
  /** The declared width in pixels; columns share the paper in this proportion. */
  width: number
}

export interface PrintedRow {
  key: string
  cells: readonly string[]
  /** A row of sub-totals, drawn bold. */
  isTotal?: boolean
}

/** The state of a record as a stamp; `note` names the person and the day of the move that led to it. */
export interface Stamp {
  text: string
  note: string
  /** The state of a new record: a black frame instead of a red one. */
  isInitial: boolean
}

/** A block with its texts, as it is drawn on paper. */
export type PrintedBlock =
  | { type: 'title'; title: string; stamp?: Stamp }
  | { type: 'text'; text: string; size?: 'small' | 'large'; align?: 'left' | 'center' | 'right' }
  | {
      type: 'fields'
      title?: string
      columns: number
      fields: readonly { key: string; title: string; text: string; span: number }[]
    }
  | {
      type: 'table'
      title?: string
      columns: readonly PrintedColumn[]
      rows: readonly PrintedRow[]
      /** Texts of the last row, one for each column; absent without totals. */
      totals?: readonly string[]
      note?: string
    }
  | { type: 'signatures'; signatures: readonly { title: string; text: string }[] }
  | { type: 'barcode'; text: string; height: number }
  | { type: 'qr'; text: string; height: number }
