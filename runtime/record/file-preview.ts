/** A sheet of a workbook by its first rows; `total` is missing where the rest was not read. */
export interface PreviewedSheet {
  name: string
  rows: string[][]
  total?: number
}

/** The answer of the server about a stored file; of texts and tables also the content. */
export interface Preview {
  name: string
  size: number
  text?: string
  /** The text is longer. */
  isCut?: boolean
  sheets?: PreviewedSheet[]
}
