import { read, utils } from '@e965/xlsx'

/** The rows of each visible sheet of a workbook, as formatted texts. */
export function rowsOfWorkbook(bytes: Buffer): Record<string, unknown[][]> {
  const { Sheets, SheetNames, Workbook } = read(bytes, { cellNF: true })
  const visible = SheetNames.filter((_, at) => !Workbook?.Sheets?.[at]?.Hidden)
  return Object.fromEntries(
    visible.map((name) => [
      name,
      utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, raw: false, defval: '' }),
    ]),
  )
}
