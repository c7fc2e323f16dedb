import { keySet } from '#runtime/record/scope.ts'
import { builtInActions, codeOfAction, getActions, isBuiltInAction } from '#runtime/schema/action-codes.ts'
import type { Action, ScreenDocument } from '#runtime/schema/types.ts'
import type { CompileEnv } from './compile-env.ts'
import { batchFields } from './list/batch-fields.ts'
import { type ActionKind, type ActionPlan, actionKinds } from './plan.ts'

type Entries = readonly (string | Action)[]

const findKind = (
  { code, open, view, call, pick }: Action,
  isMove: boolean,
  isFollowUp: boolean,
): ActionKind | undefined => {
  if (call) return pick === undefined ? 'call' : 'pick'
  if (open !== undefined || isFollowUp) return 'open'
  if (view !== undefined) return 'view'
  return isMove ? 'move' : actionKinds.find((word) => word === code)
}

/** The buttons that the user may press. A kind without behaviour is dropped. */
function compileEntries(screen: ScreenDocument, entries: Entries, { types, can }: CompileEnv): ActionPlan[] {
  const keys = keySet(screen.fields, types)
  return entries.flatMap((entry): ActionPlan[] => {
    const action: Action = typeof entry === 'string' ? { code: entry } : entry
    const { code, open, send, view, call, pick } = action
    const move = screen.flow?.moves.find((item) => item.code === code)
    const followUp = screen.followUps?.find((item) => item.code === code)
    const kind = findKind(action, move !== undefined, followUp !== undefined)
    if (!kind || !can(codeOfAction(screen, entry))) return []
    return [
      {
        code,
        kind,
        title:
          action.title ??
          move?.title ??
          followUp?.title ??
          (isBuiltInAction(code) ? builtInActions[code] : code),
        ...(action.icon === undefined ? {} : { icon: action.icon }),
        danger: action.danger ?? (code === 'delete' || code === 'deleteBatch'),
        confirm: action.confirm ?? move?.confirm,
        when: action.when ?? followUp?.when,
        keys,
        batch:
          kind === 'editBatch' ||
          kind === 'deleteBatch' ||
          (kind === 'move' ? move?.batch === true : (action.batch ?? followUp?.sameValues !== undefined)),
        ...(move && kind === 'move' ? { move } : {}),
        ...(kind === 'open' ? { open: open ?? followUp?.screen, send } : {}),
        ...(followUp && { isFollowUp: true }),
        ...(kind === 'view' ? { view } : {}),
        ...(call ? { call, pick } : {}),
      },
    ]
  })
}

/** The moves that the user may make in an opened record, as its list offers them. */
export function compileMoves(screen: ScreenDocument, env: CompileEnv): ActionPlan[] {
  const named = [...(screen.actions?.row ?? []), ...(screen.actions?.toolbar ?? [])]
  const getCode = (entry: string | Action) => (typeof entry === 'string' ? entry : entry.code)
  const entries = (screen.flow?.moves ?? []).flatMap(
    ({ code }) => named.find((entry) => getCode(entry) === code) ?? [],
  )
  return compileEntries(screen, entries, env).filter(({ kind }) => kind === 'move')
}

/** The buttons of an opened record that open a new one that follows from it. */
export const compileFollowUps = (screen: ScreenDocument, env: CompileEnv): ActionPlan[] =>
  compileEntries(screen, screen.actions?.row ?? [], env).filter(({ isFollowUp }) => isFollowUp)

/** The buttons with the advanced query, which every list has at the end of its toolbar unless its document turns it off. */
export function withAdvancedQuery<Lists extends { toolbar: Entries }>(
  { list }: Pick<ScreenDocument, 'list'>,
  actions: Lists,
): Lists {
  const { toolbar } = actions
  if (list?.superQuery === false || toolbar.includes('superQuery')) return actions
  return { ...actions, toolbar: [...toolbar, 'superQuery'] }
}

/** Whether the generic routes store and answer versions of the records: users edit them, and no other route reads them. */
export const hasHistory = (screen: ScreenDocument): boolean =>
  screen.url?.queryById === undefined &&
  getActions(screen).row.some((entry) => (typeof entry === 'string' ? entry : entry.code) === 'edit')

/** The buttons with the history of a record at the end of each row's menu, unless the document places it. */
export function withHistory<Lists extends { row: Entries }>(screen: ScreenDocument, actions: Lists): Lists {
  const { row } = actions
  if (!hasHistory(screen) || row.includes('history')) return actions
  return { ...actions, row: [...row, 'history'] }
}

/** Whether the user may edit the records by the generic route. */
export const isEdited = (screen: ScreenDocument, can: (code: string) => boolean): boolean =>
  hasHistory(screen) && screen.url?.edit === undefined && can(codeOfAction(screen, 'edit'))

/**
 * The buttons with 批量修改 before 批量删除, unless the document places it: where the generic route edits the records and a
 * field can be changed so.
 */
export function withBatchEdit<Lists extends { toolbar: Entries }>(
  screen: ScreenDocument,
  actions: Lists,
  can: (code: string) => boolean,
): Lists {
  const { toolbar } = actions
  const isAvailable = isEdited(screen, can) && batchFields(screen, can).length > 0
  if (!isAvailable || toolbar.includes('editBatch')) return actions
  const at = toolbar.indexOf('deleteBatch')
  return { ...actions, toolbar: toolbar.toSpliced(at < 0 ? toolbar.length : at, 0, 'editBatch') }
}

export interface ActionLists {
  toolbar: ActionPlan[]
  batch: ActionPlan[]
  row: ActionPlan[]
}

/** Groups the buttons: in the toolbar, for selected rows, in each row. */
export function compileActions(
  screen: ScreenDocument,
  { toolbar = [], row = [] }: { toolbar?: Entries; row?: Entries },
  env: CompileEnv,
): ActionLists {
  const beside = compileEntries(screen, toolbar, env)
  const inRow = compileEntries(screen, row, env)
  const more = inRow.filter(({ kind, batch, code }) => {
    const isTwice = beside.some((action) => action.code === code)
    return (kind === 'open' || kind === 'call') && batch && !isTwice
  })
  return {
    toolbar: beside.filter(
      ({ kind, batch }) => withoutRows.has(kind) || (batch && kind !== 'deleteBatch' && kind !== 'editBatch'),
    ),
    batch: [...beside.filter(({ batch, kind }) => batch || kind === 'export'), ...more],
    row: inRow.filter(({ kind }) => kind !== 'add' && kind !== 'deleteBatch'),
  }
}

/** The actions that need no selected row; an export takes the selected ones, if there are any. */
const withoutRows: ReadonlySet<ActionKind> = new Set([
  'add',
  'open',
  'view',
  'call',
  'pick',
  'print',
  'import',
  'export',
  'superQuery',
])
