import Type from 'typebox'
import { type JsonObject, listTextEntries } from '#runtime/kernel/json.ts'
import type { FieldsContext } from '../../../checks/context.ts'
import type { Path, Span } from '../../../checks/report.ts'
import { closed, Key } from '../../../language/base.ts'
import { optional } from '../../../language/property.ts'

/** What the checks of a panel read. */
export interface PanelContext extends Pick<FieldsContext, 'types' | 'knownNames' | 'report' | 'isFaulty'> {
  /** The filters of the panel by their names; undefined where they cannot be read. */
  params: ReadonlyMap<string, JsonObject> | undefined
}

export interface BlockContext extends PanelContext {
  /** The path of the block in its document. */
  path: Path
}

/** A key of its records that a block names. */
export interface NamedKey {
  /** Where the block names it, inside the block. */
  path: Path
  key: string
  /** Where the text at the path names it, unless the text is the key. */
  span?: Span
  /** The value must be a number: what cannot be done with another one, such as `画不成图`. */
  unlessNumber?: string
}

export const namedKey = (path: Path, key: unknown): NamedKey[] =>
  typeof key === 'string' ? [{ path, key }] : []

export const namedKeys = (path: Path, list: unknown): NamedKey[] =>
  listTextEntries(list).map(([at, key]) => ({ path: [...path, at], key }))

/**
 * The language of a panel block: its shape and its checks. Server and scripts load it. A block under check may be broken
 * anywhere.
 */
export interface BlockShape<Name extends string = string, P extends Type.TProperties = Type.TProperties> {
  name: Name
  /** The properties besides `type`, in the order of a formatted document. */
  shape: P
  /** The address of the block may hold values of its records. */
  hasRecord?: boolean
  /** The keys of its records that it names. */
  keys?(block: JsonObject): NamedKey[]
  /** Whether the records of a screen are put together. */
  isGrouped?(block: JsonObject): boolean
  check?(block: JsonObject, context: BlockContext): void
}

export const defineBlockShape = <const Name extends string, P extends Type.TProperties>(
  definition: BlockShape<Name, P>,
): BlockShape<Name, P> => definition

/** The shape of a whole block. */
export const wholeShape = <Name extends string, P extends Type.TProperties>(
  { shape }: BlockShape<Name, P>,
  type: Type.TSchema,
) => Type.Object({ type, key: blockKey, ...shape }, closed)

const blockKey = optional('名字', '各人自己排的看板按它认这一块；不写按种类和标题', 'pending', Key)

/** A block of a definition. */
export type BlockOf<D> =
  D extends BlockShape<infer Name, infer P>
    ? { type: Name; key?: string } & Type.Static<Type.TObject<P>>
    : never
