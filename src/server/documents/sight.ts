import { permOf } from '../../../runtime/schema/derive.ts'
import type { PickerDocument, ScreenDocument, StoredScreen } from '../../../runtime/schema/types.ts'
import type { DocumentRegistry } from './registry.ts'

/** What somebody may know of a screen, and by which code. */
export interface Sight {
  /** The code that opens it; who holds none is refused by the list's. */
  code: string
  /** Keys of fields; null: all of them. */
  only: ReadonlySet<string> | null
}

type Can = (code: string) => boolean

/**
 * Who may list a screen sees all of it. Who may only pick from it sees what the pickers show: the right to choose a
 * colleague is not the right to read the staff's records.
 */
export function sightOf(documents: Pick<DocumentRegistry, 'entries'>, screen: StoredScreen, can: Can): Sight {
  const code = `${permOf(screen)}:list`
  if (can(code)) return { code, only: null }
  const pickers = documents
    .entries()
    .flatMap(({ document }) =>
      document.kind === 'picker' && document.source.screen === screen.id && document.perm ? [document] : [],
    )
    .filter(({ perm }) => perm !== undefined && can(perm))
  const [first] = pickers
  return first?.perm
    ? { code: first.perm, only: new Set([...sortKeys(screen), ...pickers.flatMap(keysOf)]) }
    : { code, only: new Set() }
}

/** Columns, what they are asked by, and what is taken along. */
const keysOf = ({ fields, query = [], sideTree, returns = { id: 'id' } }: PickerDocument): string[] => [
  'id',
  ...fields,
  ...query,
  ...(sideTree ? [sideTree.field] : []),
  ...Object.values(returns),
]

const sortKeys = ({ list }: StoredScreen): string[] =>
  (list?.sort ?? '-createTime').split(',').map((part) => part.replace(/^-/, ''))

/** The part of a screen's public view that a picker needs. */
export function pickedView(view: ScreenDocument, only: ReadonlySet<string>): ScreenDocument {
  const { version, kind, id, title, perm, url, list, fields } = view
  return {
    version,
    kind,
    id,
    title,
    ...(perm !== undefined && { perm }),
    ...(url?.list !== undefined && { url: { list: url.list } }),
    ...(list?.sort !== undefined && { list: { sort: list.sort } }),
    fields: fields.filter((field) => only.has(field.key)),
  }
}
