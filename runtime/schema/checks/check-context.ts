import type { FieldValues } from '../field-value.ts'
import type { FieldSettings } from '../language/field.ts'
import type { KnownNames } from '../names/known-names.ts'
import type { DocumentProblem } from '../names/problem-codes.ts'
import type { Path, Refer } from './report.ts'

/** A name that only one document may have. `space` separates the names of different things: `dict`, `table`. */
export interface NameClaim {
  space: string
  name: string
  path: Path
  /** The Chinese name of the named object, as problem texts show it. */
  title: string
  /** Documents of one kind may share the name. */
  isShared?: boolean
  /** What to do about a name that another document has; by default, to take another one. */
  remedy?: string
}

/** The environment of a semantic check. */
export interface CheckContext {
  knownNames: KnownNames
  types: FieldValues
  /** The settings of each type besides those of every field. */
  settings: FieldSettings
  /** Throws for a text that is neither the name of a shortcut nor a pattern that browser and server support. */
  compilePattern(source: string): unknown
  /** Whether the shape or a claimed name has a problem already. */
  hasProblems: boolean
  /** Whether the shape of the value at the path, or of a value inside it, has a problem. */
  isFaulty(path: Path): boolean
  /** Checks another document completely; the names of the documents `bases` may be claimed again. */
  checkWhole(document: unknown, bases: ReadonlySet<string>): DocumentProblem[]
  /** Learns of the names in the document; absent in a check that only looks for problems. */
  refer?: Refer | undefined
}
