import type { JsonObject } from '#runtime/kernel/json.ts'
import type { CheckContext, NameClaim } from '../checks/check-context.ts'
import type { KindPlan } from '../kind-plan.ts'
import type { Migration } from '../migrations/migration.ts'
import type { DocumentProblem } from '../names/problem-codes.ts'
import type { JsonSchema, ShapeBuilder } from '../shape-builder.ts'
import type { Starter } from './starter.ts'

/** The table columns that reports may read: table -> column -> its field, null for a system column. */
export type ReadableColumns = readonly (readonly [string, ReadonlyMap<string, JsonObject | null>])[]

/** The names that a document defines, for itself and for other documents. */
export interface NameClaims {
  claims: readonly NameClaim[]
  /** A dictionary's code, and its values with their texts where the document contains them. */
  dict?: { code: string; choices?: ReadonlyMap<string, string> }
  /** A picker's code, and the id of the document whose records it shows. */
  picker?: { code: string; source: string }
  /** The fields of its records by their keys, for documents that show records. */
  screen?: { fields: ReadonlyMap<string, JsonObject> }
  /** `needsParam`: the report has a required parameter without a default value. */
  report?: { code: string; keys: ReadonlySet<string>; needsParam: boolean }
  columns?: ReadableColumns
}

/** The settings panel of a kind's documents. */
interface SettingsOutline {
  /** The definition with the properties, where it is not `kind.<name>`. */
  definition?: string
  /** Properties that other parts of its editor change, or that no panel can show. */
  without: readonly string[]
}

/**
 * A kind of documents: its plan, and its language, which server and scripts load. `check` and `names` read documents whose shape may be broken anywhere;
 * `publicView` reads documents without problems.
 */
export interface DocumentKind<D> extends KindPlan {
  /** What other tools call it, separated by spaces. */
  otherNames: string
  /** The JSON Schema of a document; may define shared schemas. */
  shape(builder: ShapeBuilder): JsonSchema
  /** The semantic rules, beyond the shape and the claimed names. */
  check(document: JsonObject, context: CheckContext): DocumentProblem[]
  /** The part of a document that a browser may have. */
  publicView(document: D): object
  names(document: JsonObject): NameClaims
  /** Step n migrates version n to version n + 1; a missing step changes the version number only. */
  migrate: readonly (Migration | undefined)[]
  /** Replaces the aliases of other dialects by keywords of the language. */
  normalize?(document: JsonObject): JsonObject
  /** Makes the first version of a new document (`npm run documents -- new`). */
  starter: Starter
  /** Of a kind with `hasSettings`: what its panel leaves out besides the head. */
  settings?: SettingsOutline
}

export const defineDocumentKind = <D>(kind: DocumentKind<D>): DocumentKind<D> => kind

/** A kind in a list of different kinds. */
export type AnyDocumentKind = DocumentKind<never>
