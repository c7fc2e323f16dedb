import type { JsonObject } from '#runtime/kernel/json.ts'
import type { CheckContext, NameClaim } from '../checks/check-context.ts'
import type { DocumentProblem } from '../names/problem-codes.ts'
import type { JsonSchema, ShapeBuilder } from '../shape-builder.ts'

/** The table columns that reports may read: table -> column -> its field, null for a system column. */
export type ReadableColumns = readonly (readonly [string, ReadonlyMap<string, JsonObject | null>])[]

/** The names that a document defines, for itself and for other documents. */
export interface NameClaims {
  claims: readonly NameClaim[]
  /** A dictionary's code, and its values where the document contains them. */
  dict?: { code: string; values?: ReadonlySet<string> }
  /** A picker's code, and the id of the document whose records it shows. */
  picker?: { code: string; source: string }
  /** The fields of its records by their keys, for documents that show records. */
  screen?: { fields: ReadonlyMap<string, JsonObject> }
  /** `needsParam`: the report has a required parameter without a default value. */
  report?: { code: string; keys: ReadonlySet<string>; needsParam: boolean }
  columns?: ReadableColumns
}

/** Turns a document of one format version into the next one. Pure; accepts broken documents and never throws. */
export type Migration = (document: JsonObject) => JsonObject

/**
 * A kind of documents, by the value of `kind`. `check` and `names` read documents whose shape may be broken anywhere;
 * `publicView` reads documents without problems.
 */
export interface DocumentKind<D> {
  kind: string
  /** The JSON Schema of a document; may define shared schemas. */
  shape(builder: ShapeBuilder): JsonSchema
  /** The semantic rules, beyond the shape and the claimed names. */
  check(document: JsonObject, context: CheckContext): DocumentProblem[]
  /** The part of a document that a browser may have. */
  publicView(document: D): object
  names(document: JsonObject): NameClaims
  /** Step n migrates version n to version n + 1; a missing step changes the version number only. */
  migrate: readonly Migration[]
  /** Replaces the aliases of other dialects by keywords of the language. */
  normalize?(document: JsonObject): JsonObject
}

/** A kind in a list of different kinds. */
export type AnyDocumentKind = DocumentKind<never>
