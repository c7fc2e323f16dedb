import type { JsonObject } from '#runtime/kernel/json.ts'
import type { Path } from '../checks/report.ts'
import type { FieldValues } from '../field-value.ts'
import type { KnownNames } from '../names/known-names.ts'
import type { DocumentProblem } from '../names/problem-codes.ts'
import type { JsonSchema, ShapeBuilder } from '../shape-builder.ts'

/** A name that only one document may have. `space` separates the names of different things: `dict`, `table`. */
export interface NameClaim {
  space: string
  name: string
  path: Path
  /** The Chinese name of the named object, as problem texts show it. */
  title: string
}

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

/** The environment of a semantic check. */
export interface CheckContext {
  knownNames: KnownNames
  types: FieldValues
  /** Throws for a text that is neither the name of a shortcut nor a pattern that browser and server support. */
  compilePattern(source: string): unknown
  /** Whether the shape or a claimed name has a problem already. */
  hasProblems: boolean
  /** Whether the shape of the value at the path, or of a value inside it, has a problem. */
  isFaulty(path: Path): boolean
  /** Checks another document completely; the names of the documents `bases` may be claimed again. */
  checkWhole(document: unknown, bases: ReadonlySet<string>): DocumentProblem[]
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
