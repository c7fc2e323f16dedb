import type { JsonObject } from '#runtime/kernel/json.ts'
import type { PanelSource } from '../sources.ts'
import type { BlockGroups } from './group-params.ts'
import type { PanelBlock } from './shapes.ts'

/** What the user may see of a block. */
export interface BlockPermit {
  can(perm: string): boolean
  /** Whether the user may open the screen or the report of a source. */
  hasSource(source: PanelSource): boolean
  /** An address with the user's own values. */
  fillAddress(href: string): string
}

/** A field of the records of a block. */
export interface SourceField {
  key: string
  title: string
  isNumber: boolean
}

interface Option {
  value: string
  label: string
}

/** A setting of what a block shows of its records. */
export type DataSetting =
  | {
      kind: 'one' | 'segments'
      label: string
      options: readonly Option[]
      value: string | undefined
      /** The block with another value. */
      change(value: string): JsonObject
    }
  | {
      kind: 'many'
      label: string
      options: readonly Option[]
      values: string[]
      change(values: string[]): JsonObject
    }

/** A block in the designer of panels. A written block may be broken anywhere. */
export interface BlockDesigner {
  /** The icon of the palette. */
  icon: string
  /** The properties of a new block besides its type. */
  starter: JsonObject
  /** What the block needs before it can be drawn; undefined for a complete one. */
  missing(block: JsonObject): string | undefined
  /** Of a block with records. Settings that fit the fields of new records stay, others are chosen anew. */
  bind?(block: JsonObject, fields: readonly SourceField[]): JsonObject
  /** Of a block with records. */
  settings?(block: JsonObject, fields: readonly SourceField[]): DataSetting[]
}

/** How a panel block is compiled and designed; pure and free of the schema library. */
export interface BlockPlan<B extends PanelBlock = PanelBlock> {
  name: B['type']
  title: string
  /** A small block that stands beside others of its kind, and is a quarter of the panel wide by default. */
  isFigure?: boolean
  /** The block without the parts that the user may not see; null for one without parts. */
  permit?(block: B, permit: BlockPermit): B | null
  /** The keys of its records that it shows. */
  keys?(block: B): string[]
  /** The number of records that it shows without a limit of its own; absent or null: all of them. */
  limit?(block: B): number | null
  /** The order of its records without one of its own. */
  sort?(block: B): string
  /** The keys by whose values a block over a screen puts the records together, and the numbers that it sums up for each. */
  groups?(block: B): BlockGroups | null
  /** The keys whose sum or average over all records it shows. */
  summedKeys?(block: B): string[]
  designer: BlockDesigner
}

export const defineBlockPlan = <B extends PanelBlock>(plan: BlockPlan<B>): BlockPlan<B> => plan

/** Records of a table or a source of entries without `pageSize`. */
export const DEFAULT_ROWS = 5

export const hasMembers = (value: unknown): boolean => Array.isArray(value) && value.length > 0

export const isField = (key: unknown, fields: readonly SourceField[]): boolean =>
  fields.some((field) => field.key === key)

/** Fields as the options of a setting. */
export const fieldOptions = (fields: readonly SourceField[]): Option[] =>
  fields.map(({ key, title }) => ({ value: key, label: `${title} ${key}` }))
