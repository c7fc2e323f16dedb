import type { ActionCode } from '#runtime/schema/action-codes.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import type { KnownNames } from '#runtime/schema/names/known-names.ts'
import type { DocumentProblem } from '#runtime/schema/names/problem-codes.ts'
import type { IndexEntry, StoredScreen } from '#runtime/schema/types.ts'
import type { Db } from '../../platform/store/database.ts'
import type { DocumentRegistry, RegistryEntry } from '../library/registry.ts'
import type { WantedTable } from '../plan/tables.ts'
import type { Can, ReadableScope } from '../readable-scope.ts'
import type { RegistrationServices } from './registration-services.ts'

type ScreenLookup = (id: string) => StoredScreen | undefined
type Named<D> = Pick<RegistryEntry, 'id' | 'overlay'> & { document: D }

/**
 * The server's half of a document kind (`DocumentKind` is the pure half). Every method receives documents without
 * problems.
 */
export interface ServerKind<D> {
  kind: string
  /** The permission codes that the document brings, unless another one has registered them. */
  codes?(document: D): readonly ActionCode[]
  /** Problems that only the server can find. */
  problems?(document: D, knownNames: KnownNames): DocumentProblem[]
  /** Findings that do not prevent serving the document. */
  warnings?(document: D, knownNames: KnownNames): DocumentProblem[]
  /** The tables that the document needs. */
  tables?(document: D, types: FieldValues): WantedTable[]
  /** Tries the document with the login of reports; null when it works. Rejects when the database is not reachable. */
  trial?(document: D, db: Db): Promise<DocumentProblem | null>
  /** Ids of the documents after whose change this one must be registered again. */
  dependencies?(document: D): readonly string[]
  /** The permission that opens the document; null for all signed-in users. */
  openCode(document: D, documents: DocumentRegistry, can: Can): string | null
  /** For documents that pickers show: the permission and the fields that a user may read. */
  readableScope?(document: D, documents: DocumentRegistry, can: Can): ReadableScope
  /** The part of the public view with these fields only; needed with `readableScope`. */
  pickedView?(view: D, keys: ReadonlySet<string>): object
  /** The permission to add a record on the page of the document, where its page has the button for it. */
  addCode?(document: D): string | undefined
  /** The properties of the index entry beside id, title and kind. */
  indexEntry(document: D): Pick<IndexEntry, 'components' | 'path' | 'code' | 'screen'>
  /** Registers menu entry, permission codes, dictionary and unique checks. May be called again. */
  register(entry: Named<D>, services: RegistrationServices, screens: ScreenLookup): Promise<void>
  /** Removes names that a changed document may not have any more; called before each `register` of a changed one. */
  forgetNames?(entry: Named<D>, services: RegistrationServices): void
  /** Removes the rest when the document is gone. Codes and grants stay, in case the document returns. */
  unregister(id: string, services: RegistrationServices): Promise<void>
}

/** A kind in a list of different kinds. */
export type AnyServerKind = ServerKind<never>
