import type { JsonObject } from '#runtime/kernel/json.ts'

/** A screen with a table, from which reports, panels, pickers and print templates take their records. */
export interface SourceScreen {
  id: string
  title: string
  perm: string
  table: string
  isSoftDeleted: boolean
  /** The fields that every user of the list may read. */
  fields: readonly JsonObject[]
  /** The detail tables that have columns to print. */
  details: readonly { key: string; columns: string[] }[]
}

/** What is read from a SELECT. */
export interface QueryDraft {
  sql: string
  tables: string[]
  fields: JsonObject[]
  params: JsonObject[]
}

interface StartInput {
  id: string
  /** The two parts of the id, the second as a name for tables and codes. */
  group: string
  name: string
  perm: string
  source: SourceScreen | undefined
  draft: QueryDraft | undefined
}

/** The first version of a new document. */
export interface Starter {
  /** Icon of the menu entry; without one the document is not on the menu. */
  icon?: string
  /** It takes its fields from a screen. */
  needsSource?: true
  /** It is drafted from a SELECT. */
  needsDraft?: true
  /** The documents that it names are made after it; until then it has problems. */
  namesLater?: true
  /** The properties besides the head. */
  parts(input: StartInput): JsonObject
}

/** Throws for a kind that does not say `needsSource`. */
export function requireSource({ id, source }: StartInput): SourceScreen {
  if (!source) throw new Error(`${id} needs a source`)
  return source
}

/** The keys of the first fields of a screen. */
export const firstKeys = ({ fields }: SourceScreen, count: number): string[] =>
  fields.slice(0, count).map((field) => String(field.key))
