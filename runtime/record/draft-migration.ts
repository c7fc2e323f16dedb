import { isReadOnly, titleOf } from '#runtime/schema/derive.ts'
import type { FieldValues } from '#runtime/schema/field-value.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import type { CellChange, Command, Placed, Row } from './command-log.ts'
import { sameValue } from './delta.ts'
import { isEmpty } from './scope.ts'

/** What a field was while somebody typed, for whoever takes it up under a later document. */
export interface FieldSnapshot {
  title: string
  type: string
  isReadOnly?: true
  isComputed?: true
}
/** By key; columns as `items.fname`. */
export type FieldSnapshots = Readonly<Record<string, FieldSnapshot>>

/** Something typed that has no place any more. */
export interface LostInput {
  title: string
  text: string
}

export interface DraftMigrationEnv {
  types?: FieldValues
  can?(code: string): boolean
}

const pathOf = (scope: string, key: string): string => (scope === '' ? key : `${scope}.${key}`)

function eachField(screen: ScreenDocument, visit: (path: string, field: Field) => void): void {
  for (const field of screen.fields) {
    visit(field.key, field)
    if (isDetail(field)) for (const column of field.fields) visit(pathOf(field.key, column.key), column)
  }
}

export function fieldSnapshots(screen: ScreenDocument): FieldSnapshots {
  const known: Record<string, FieldSnapshot> = {}
  eachField(screen, (path, field) => {
    known[path] = {
      title: titleOf(field),
      type: field.type,
      ...(isReadOnly(field) ? { isReadOnly: true } : {}),
      ...(field.compute === undefined ? {} : { isComputed: true }),
    }
  })
  return known
}

/** Cuts what was done under one document to what another one has a place for, and keeps the rest in words. */
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

  /** The command as far as it fits; null where nothing of it does. */
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

  /** What had no place, by field. */
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
    const name = (one: string) => {
      const now = this.#now.get(one)
      return this.#was[one]?.title ?? (now ? titleOf(now) : (one.split('.').at(-1) ?? one))
    }
    const [scope = '', column] = path.split('.')
    return column === undefined ? name(scope) : `${name(scope)} ${name(path)}`
  }

  #row(scope: string, row: Row): Row {
    const entries = Object.entries(row).filter(([key, value]) => {
      const path = pathOf(scope, key)
      // What no document names is the row's own: its id, its place.
      const isField = this.#was[path] !== undefined || this.#now.has(path)
      return !isField || this.#takes(scope, row.id, key, value)
    })
    return Object.fromEntries(entries) as Row
  }

  /** Whether a value has a place; one that has none is kept in words. */
  #takes(scope: string, id: string, key: string, value: unknown): boolean {
    const path = pathOf(scope, key)
    const [now, was] = [this.#now.get(path), this.#was[path]]
    // What was computed was not typed, and is computed again where it still is.
    if (was?.isComputed) return now?.compute !== undefined
    // The server's text of a value goes with it.
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
