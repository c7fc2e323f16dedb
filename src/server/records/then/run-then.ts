import { fieldValues } from '#runtime/fields/values.ts'
import { isMet, parseExpression, type Scope } from '#runtime/kernel/expression.ts'
import { addNames } from '#runtime/record/named-scope.ts'
import { headScope, keySet } from '#runtime/record/scope.ts'
import { consequenceNames, listOccasions, type Then } from '#runtime/schema/kinds/screen/then/shapes.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { currentTime } from '../../platform/store/clock.ts'
import type { RecordEvent } from '../events.ts'
import type {
  ConsequenceContext,
  Consequences,
  Happening,
  Outcome,
  RecordTransaction,
} from '../record-transaction.ts'
import { getResource } from '../resource.ts'
import { keepOutcome } from './outcomes.ts'

const refuse = defineRefusals({
  THEN_TOO_DEEP:
    '「{screen}」的{title}引起的修改一环扣一环，超过了 {most} 环，没有保存；请联系管理员检查各界面的「之后」',
})

/** Changes that lead to each other in one transaction. The check of documents refuses circles; hooks and effects may add to them. */
const MAX_DEPTH = 8

const titles = { add: '新增', edit: '编辑', remove: '删除' } as const

/** The change that an event is about; null for one that takes another back: what followed that one has happened. */
function readChange(event: RecordEvent, { flow }: StoredScreen): Pick<Happening, 'change' | 'title'> | null {
  if (event.type === 'record.removed') return { change: 'remove', title: titles.remove }
  if (event.type === 'record.moved') {
    if (event.isUndone) return null
    const title = flow?.moves.find(({ code }) => code === event.move)?.title ?? event.move
    return { change: `move ${event.move}`, title }
  }
  if (event.isRestored) return null
  const change = event.before === null ? 'add' : 'edit'
  return { change, title: titles[change] }
}

/** Whether something may follow this change of a record of the screen. */
export const hasThen = ({ then = [] }: Pick<StoredScreen, 'then'>, change: string): boolean =>
  then.some((entry) => listOccasions(entry).includes(change))

/** Whether something follows this change that its undo would not take back. */
export const hasRemaining = (
  consequences: Consequences,
  { then = [] }: Pick<StoredScreen, 'then'>,
  change: string,
): boolean =>
  consequences
    .entries()
    .some(
      ({ name, remains }) =>
        remains && then.some((entry) => entry[name] !== undefined && listOccasions(entry).includes(change)),
    )

/** The names of expressions about a changed record; `before.x` are the values before the change. */
export function buildScope({
  resource,
  record,
  before,
  by,
}: Omit<Happening, 'change' | 'title' | 'id'>): Scope {
  const { id, username, realname, orgCode = '' } = by
  const env = { user: { id, username, realname, orgCode }, now: currentTime(), mode: 'edit' as const }
  const keys = keySet(resource.screen.fields, resource.types)
  const scope = headScope(record, env, keys)
  return 'before' in record ? scope : addNames(scope, { before: { value: before, keys } })
}

/** Whether the condition of an entry holds. */
export function isWanted({ when }: Then, scope: Scope): boolean {
  if (when === undefined) return true
  const read = parseExpression(when)
  return read.ok && isMet(read.value, scope) === true
}

/** Whether an entry follows this change of a record. */
export function isFollowed({ then = [] }: Pick<StoredScreen, 'then'>, happening: Happening): boolean {
  const entries = then.filter((entry) => listOccasions(entry).includes(happening.change))
  if (entries.length === 0) return false
  const scope = buildScope(happening)
  return entries.some((entry) => isWanted(entry, scope))
}

/** Does what one entry says, if its condition is met. */
export async function runEntry(
  transaction: RecordTransaction,
  entry: Then,
  happening: Happening,
): Promise<void> {
  const context: ConsequenceContext = { ...happening, transaction, scope: buildScope(happening) }
  const name = consequenceNames.find((word) => entry[word] !== undefined)
  const settings = name && entry[name]
  if (!name || !settings || !isWanted(entry, context.scope)) return
  const consequence = transaction.consequences.get(name)
  const run: (options: never, context: ConsequenceContext) => Promise<Outcome | null> = consequence.run
  const outcome = await run(settings as never, context)
  if (!outcome) return
  const id = await keepOutcome(context, name, outcome)
  if (consequence.remains) transaction.remaining.push(id)
}

/** Does what the documents say happens after these changes, in the order of the changes and of the entries. */
export async function runThen(
  transaction: RecordTransaction,
  events: readonly RecordEvent[],
  depth: number,
): Promise<void> {
  for (const event of events) {
    const entry = transaction.documents.screen(event.screen)
    const then = entry?.document.then
    const change = entry && then && readChange(event, entry.document)
    if (!change || !hasThen(entry.document, change.change)) continue
    if (depth >= MAX_DEPTH)
      throw refuse('THEN_TOO_DEEP', {
        values: { screen: entry.document.title, title: change.title, most: MAX_DEPTH },
      })
    const isRemoved = event.type === 'record.removed'
    const happening: Happening = {
      ...change,
      resource: getResource(entry.document, entry.documentHash, fieldValues),
      id: event.id,
      record: isRemoved ? { ...event.before, ...event.rows } : event.after,
      before: event.before,
      by: event.by,
    }
    for (const candidate of then)
      if (listOccasions(candidate).includes(change.change)) await runEntry(transaction, candidate, happening)
  }
}
