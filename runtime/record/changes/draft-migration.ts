import { isEmpty } from '#runtime/kernel/json.ts'
import { getTitle, isReadOnly } from '#runtime/schema/derive.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { CellChange, Command, Placed, Row } from './command-log.ts'
import { sameValue } from './delta.ts'

/** The state of a field when a draft was written, for use under a later document. */
export interface FieldSnapshot {
  title: string
  type: string
  isReadOnly?: true
  isComputed?: true
}
/** By key; columns as `items.fname`. */
export type FieldSnapshots = Readonly<Record<string, FieldSnapshot>>

/** Typed input without a target in the new document. */
export interface LostInput {
  title: string
  text: string
}

export interface DraftMigrationEnv {
  types?: FieldValues
  can?(code: string): boolean
}

const joinKey = (scope: string, key: string): string => (scope === '' ? key : `${scope}.${key}`)

function eachField(screen: ScreenDocument, visit: (path: string, field: Field) => void): void {
  for (const field of screen.fields) {
    visit(field.key, field)
    if (isDetail(field)) for (const column of field.fields) visit(joinKey(field.key, column.key), column)
  }
}

export function fieldSnapshots(screen: ScreenDocument): FieldSnapshots {
  const snapshots: Record<string, FieldSnapshot> = {}
  eachField(screen, (path, field) => {
    snapshots[path] = {
      title: getTitle(field),
      type: field.type,
      ...(isReadOnly(field) ? { isReadOnly: true } : {}),
      ...(field.compute === undefined ? {} : { isComputed: true }),
    }
  })
  return snapshots
}

/** Reduces commands of one document to the fields of another one, and collects the rest as text. */
export class DraftMigration {
  readonly #now = new Map<string, Field>()
  readonly #was: FieldSnapshots
  readonly #env: DraftMigrationEnv
  readonly #lost = new Map<string, { path: string; value: unknown }>()

  constructor(screen: ScreenDocument, was: FieldSnapshots, env: DraftMigrationEnv) {
    eachField(screen, (path, field) => this.#now.set(path, field))
    this.#was = was
    this.#env = env
  }

  /** The part of the command that still applies; null if there is none. */
  command(scope: string, command: Command): Command | null {
    if (command.kind === 'head') return this.#takes('', '', command.key, command.after) ? command : null
    if (command.kind === 'cells') {
      const cells = command.cells.filter(({ id, key, after }: CellChange) =>
        this.#takes(scope, id, key, after),
      )
      return cells.length > 0 ? { ...command, cells } : null
    }
    if (command.kind !== 'insert') return this.#now.has(scope) ? command : null
    const rows = command.rows.map(({ at, row }): Placed => ({ at, row: this.#row(scope, row) }))
    return this.#now.has(scope) ? { ...command, rows } : null
  }

  /** The input without a target, by field. */
  get lost(): LostInput[] {
    const byPath = new Map<string, string[]>()
    for (const { path, value } of this.#lost.values()) {
      if (isEmpty(value)) continue
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
      byPath.set(path, [...(byPath.get(path) ?? []), text])
    }
    return [...byPath].map(([path, texts]) => ({ title: this.#titleOf(path), text: texts.join('、') }))
  }

  #titleOf(path: string): string {
    const name = (key: string) => {
      const now = this.#now.get(key)
      return this.#was[key]?.title ?? (now ? getTitle(now) : (key.split('.').at(-1) ?? key))
    }
    const [scope = '', column] = path.split('.')
    return column === undefined ? name(scope) : `${name(scope)} ${name(path)}`
  }

  #row(scope: string, row: Row): Row {
    const entries = Object.entries(row).filter(([key, value]) => {
      const path = joinKey(scope, key)
      // Keys outside every document belong to the row itself: its id, its position.
      const isField = this.#was[path] !== undefined || this.#now.has(path)
      return !isField || this.#takes(scope, row.id, key, value)
    })
    return Object.fromEntries(entries) as Row
  }

  /** Whether a value still has a target; otherwise it is collected as text. */
  #takes(scope: string, id: string, key: string, value: unknown): boolean {
    const path = joinKey(scope, key)
    const [now, was] = [this.#now.get(path), this.#was[path]]
    // Computed values were not typed, and are computed again if the formula still exists.
    if (was?.isComputed) return now?.compute !== undefined
    // The translation from the server is dropped with its value.
    if (key.endsWith('_dictText')) return this.#now.has(path.slice(0, -'_dictText'.length))
    if (now && this.#isFit(now, was, value)) return true
    if ((was ?? now)?.type !== 'hidden') this.#lost.set(`${path}\n${id}`, { path, value })
    return false
  }

  #isFit(now: Field, was: FieldSnapshot | undefined, value: unknown): boolean {
    const { types, can } = this.#env
    if (isDetail(now)) return false
    if (now.compute !== undefined) return was === undefined
    if (isReadOnly(now) && was && !was.isReadOnly) return false
    const { read, edit } = now.access ?? {}
    if (can && ![read, edit].every((code) => code === undefined || can(code))) return false
    if (!was || was.type === now.type || isEmpty(value)) return true
    const type = types?.get(now.type)
    return type !== undefined && sameValue(type.toWire(type.fromWire(value, now), now), value)
  }
}
