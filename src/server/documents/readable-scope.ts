import { permOf } from '#runtime/schema/derive.ts'
import type {
  PickerDocument,
  ReportDocument,
  ScreenDocument,
  StoredReport,
  StoredScreen,
} from '#runtime/schema/types.ts'
import type { DocumentRegistry, RegistryEntry } from './registry.ts'

/** What somebody may know of a screen, and by which code. */
export interface Sight {
  /** The code that opens it; who holds none is refused by the list's. */
  code: string
  /** Keys of fields; null: all of them. */
  only: ReadonlySet<string> | null
  /** Keys that rows may be sorted by although they are not shown: the document's own order. */
  order: ReadonlySet<string>
}

type Can = (code: string) => boolean

/**
 * Who may list a screen sees all of it. Who may only pick from it sees what the pickers show: the right to choose a
 * colleague is not the right to read the staff's records.
 */
export function readableScope(
  documents: Pick<DocumentRegistry, 'entries'>,
  source: StoredScreen | StoredReport,
  can: Can,
): Sight {
  const code = `${permOf(source)}:list`
  const order = new Set(sortKeys(source))
  if (can(code)) return { code, only: null, order }
  const pickers = documents
    .entries()
    .flatMap(({ document }) =>
      document.kind === 'picker' && idOf(document) === source.id && document.perm ? [document] : [],
    )
    .filter(({ perm }) => perm !== undefined && can(perm))
  const [first] = pickers
  return first?.perm
    ? { code: first.perm, only: new Set(pickers.flatMap(keysOf)), order }
    : { code, only: new Set(), order }
}

/** Columns, what they are asked by, and what is taken along. */
const keysOf = ({ fields, query = [], sideTree, returns = { id: 'id' } }: PickerDocument): string[] => [
  'id',
  ...fields,
  ...query,
  ...(sideTree ? [sideTree.field] : []),
  ...Object.values(returns),
]

const idOf = ({ source }: PickerDocument): string => ('screen' in source ? source.screen : source.report)

/** The document whose rows a picker shows. */
export const sourceOf = (
  documents: Pick<DocumentRegistry, 'screen' | 'report'>,
  picker: PickerDocument,
): RegistryEntry<StoredScreen | StoredReport> | undefined =>
  documents.screen(idOf(picker)) ?? documents.report(idOf(picker))

const sortKeys = ({ list }: Pick<StoredScreen | StoredReport, 'list'>): string[] =>
  (list?.sort ?? '-createTime').split(',').map((part) => part.replace(/^-/, ''))

/** The public view of what a picker shows rows of. */
export type PickedFrom = ScreenDocument | ReportDocument

/** The part of the public view that a picker needs. */
export function pickedView(view: PickedFrom, only: ReadonlySet<string>): PickedFrom {
  const { version, id, title, perm, list } = view
  const part = {
    version,
    id,
    title,
    ...(perm !== undefined && { perm }),
    ...(list?.sort !== undefined && { list: { sort: list.sort } }),
    fields: view.fields.filter((field) => only.has(field.key)),
  }
  if (view.kind === 'report') return { ...part, kind: view.kind, code: view.code }
  return { ...part, kind: view.kind, ...(view.url?.list !== undefined && { url: { list: view.url.list } }) }
}
