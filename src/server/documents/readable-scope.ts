import { permOf } from '#runtime/schema/derive.ts'
import type {
  PickerDocument,
  ReportDocument,
  ScreenDocument,
  StoredReport,
  StoredScreen,
} from '#runtime/schema/types.ts'
import type { DocumentRegistry, RegistryEntry } from './registry.ts'

/** The part of a screen that a user may read, and the code that allows it. */
export interface Sight {
  /** The required code; a user without any code is refused with the list's. */
  code: string
  /** Keys of readable fields; null for all fields. */
  only: ReadonlySet<string> | null
  /** Keys of hidden fields that rows may be sorted by: the document's own order. */
  order: ReadonlySet<string>
}

type Can = (code: string) => boolean

/**
 * The list right allows all fields of a screen. The right to pick allows the fields of the pickers: a user who may
 * choose a colleague may not read the personnel records.
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

/** Keys of columns, query items and filled values. */
const keysOf = ({ fields, query = [], sideTree, returns = { id: 'id' } }: PickerDocument): string[] => [
  'id',
  ...fields,
  ...query,
  ...(sideTree ? [sideTree.field] : []),
  ...Object.values(returns),
]

const idOf = ({ source }: PickerDocument): string => ('screen' in source ? source.screen : source.report)

/** The document that supplies the rows of a picker. */
export const sourceOf = (
  documents: Pick<DocumentRegistry, 'screen' | 'report'>,
  picker: PickerDocument,
): RegistryEntry<StoredScreen | StoredReport> | undefined =>
  documents.screen(idOf(picker)) ?? documents.report(idOf(picker))

const sortKeys = ({ list }: Pick<StoredScreen | StoredReport, 'list'>): string[] =>
  (list?.sort ?? '-createTime').split(',').map((part) => part.replace(/^-/, ''))

/** The public view of a picker's source document. */
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
