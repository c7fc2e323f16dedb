import type { BarcodeFormat } from '#runtime/schema/kinds/print/blocks/codes.ts'

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
  /** Which cells are printed in red; absent: none. */
  reds?: readonly boolean[]
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

type Align = 'left' | 'center' | 'right'

/** A block with its texts, as it is drawn on paper; `keep`: not broken at the end of a page. */
export type PrintedBlock =
  | { type: 'title'; title: string; stamp?: Stamp }
  | { type: 'text'; text: string; size?: 'small' | 'large'; align?: Align; keep?: boolean }
  | {
      type: 'fields'
      title?: string
      columns: number
      fields: readonly { key: string; title: string; text: string; span: number; isRed?: boolean }[]
      keep?: boolean
    }
  | {
      type: 'table'
      title?: string
      columns: readonly PrintedColumn[]
      rows: readonly PrintedRow[]
      /** Texts of the last row, one for each column; absent without totals. */
      totals?: readonly string[]
      /** The title of the totals; absent: 合计. */
      totalsTitle?: string
      redTotals?: readonly boolean[]
      note?: string
      keep?: boolean
    }
  | { type: 'signatures'; signatures: readonly { title: string; text: string }[] }
  | { type: 'barcode'; text: string; format: BarcodeFormat; height: number }
  | { type: 'qr'; text: string; height: number }
  /** An uploaded JPEG or PNG by its path, drawn no larger than its height and width in millimetres. */
  | { type: 'picture'; path: string; height: number; width?: number; align?: Align }
  | { type: 'pageBreak' }
