import type { JsonObject } from '#runtime/kernel/json.ts'

/** A field that the code of an effect reads. */
export interface NeededField {
  key: string
  isOptional: boolean
  /** `rows`: a detail table whose rows have `fields`. */
  value: 'text' | 'number' | 'rows'
  fields?: readonly NeededField[]
}

/** All names that a document may use and that other documents or the program define; maps lead to the owner's id. */
export interface KnownNames {
  /** `choices`: the values of a dictionary of fixed items, with their texts. */
  dicts: ReadonlyMap<string, { id: string; choices?: ReadonlyMap<string, string> }>
  /** `source`: the id of the screen or report whose records are picked. */
  pickers: ReadonlyMap<string, { id: string; source: string }>
  /** Screen id -> its fields by key; those of an overlay as it is served. */
  screens: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>
  /** Report id -> its code, the keys of its fields, and whether it has a required parameter without a default. */
  reports: ReadonlyMap<string, { code: string; keys: ReadonlySet<string>; needsParam: boolean }>
  /** Table -> column -> its field, where it has one; only columns that reports may read. */
  columns: ReadonlyMap<string, ReadonlyMap<string, JsonObject | null>>
  /** Names that one document owns: space (`table`, `component`, `dict`) -> name -> document id. */
  owners: ReadonlyMap<string, ReadonlyMap<string, string>>
  ids: ReadonlySet<string>
  /** Documents as their authors wrote them, by id. */
  documents: ReadonlyMap<string, JsonObject>
  effects: ReadonlySet<string>
  /** Effect -> the fields of the record that it reads. */
  effectFields: ReadonlyMap<string, readonly NeededField[]>
  lookups: ReadonlySet<string>
  hooks: ReadonlySet<string>
  /** Hook -> the table whose records it is for, where there is only one. */
  hookTables: ReadonlyMap<string, string>
  handlers: ReadonlySet<string>
  widgets: ReadonlySet<string>
  blockWidgets: ReadonlySet<string>
  actionViews: ReadonlySet<string>
  /** The groups of the menu: the built-in ones and those that documents add. */
  menuParents: ReadonlySet<string>
}

/** The names that code registers (`src/server/registered-names.ts`). */
export type RegisteredNames = Readonly<
  Record<
    'effects' | 'lookups' | 'hooks' | 'handlers' | 'widgets' | 'blockWidgets' | 'actionViews' | 'menuParents',
    readonly string[]
  > & {
    effectFields: Readonly<Record<string, readonly NeededField[]>>
    hookTables: Readonly<Record<string, string>>
    /** Effects, hooks and handlers by name: what they do. */
    descriptions: Readonly<Record<string, string>>
  }
>
