import { createForm, type Form, type Field as FormilyField } from '@formily/core'
import type { CompileEnv } from '#runtime/compile/compile-env.ts'
import { compileForm, type FormPlan } from '#runtime/compile/form/form.ts'
import type { FormBinding } from '#runtime/compile/form/reactions.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { isEmpty } from '#runtime/kernel/json.ts'
import { sameValue } from '#runtime/record/changes/delta.ts'
import type { PendingValue } from '#runtime/record/changes/pending-values.ts'
import { type CheckOptions, compileChecks, type FieldCheck } from '#runtime/record/checks/checks.ts'
import { RecordModel } from '#runtime/record/model.ts'
import { pendingEntries, transferPending } from '#runtime/record/rows/value-binding.ts'
import { headScope, type RecordEnv, type Values } from '#runtime/record/scope.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { canInNew, canInState } from '#runtime/schema/field-rights.ts'
import { type Field, isDetail, type ScreenDocument } from '#runtime/schema/types.ts'
import { structureStamp } from './session/structure.ts'

/** What the drawn fields of a form read. */
interface Source {
  model: RecordModel
  checks: ReadonlyMap<string, FieldCheck>
}

/** Editing a record under one version of its document: the model stores it, Formily draws it. */
export interface Session extends Source {
  screen: ScreenDocument
  form: Form
  /** Shared by the sessions of one form, and equal to the drawn one. */
  drawn: Source
  plan: FormPlan
  /** The rights of the user in the state of the record. */
  can: CompileEnv['can']
  /** Typed values of fields that a newer document removed. */
  leftOver: readonly { title: string; text: string }[]
  /** The earlier session whose pending values (file uploads) it continues. */
  from?: RecordModel
}

export interface SessionEnv extends CompileEnv {
  options: Omit<CheckOptions, 'env'>
  env: RecordEnv
}

export function openSession(
  screen: ScreenDocument,
  record: Values,
  { options: shared, env, ...compile }: SessionEnv,
): Session {
  const can = env.mode === 'add' ? canInNew(compile.can, screen) : canInState(compile.can, screen, record)
  const options = { ...shared, can }
  const model = new RecordModel(screen, record, { ...options, env })
  const form = createForm({ values: { ...model.head } })
  const heads = screen.fields.filter((field) => !isDetail(field))
  const checks = new Map(compileChecks(heads, { ...options, env }).map((check) => [check.field.key, check]))
  const drawn: Source = { model, checks }
  const scope = () => headScope(drawn.model.record, env, drawn.model.keys)
  const binding: FormBinding = {
    scope,
    watch(names) {
      for (const name of names) form.getValuesIn(name.replace(/^form\./, '').split('.')[0] ?? '')
    },
    check(key, value) {
      // Problems of pending values are reported separately.
      if (drawn.model.pending.get('', key)) return null
      return drawn.checks.get(key)?.run(value ?? null, scope())?.text ?? null
    },
  }
  const plan = compileForm(screen, env.mode, { ...compile, can }, binding)
  return { screen, model, checks, form, drawn, plan, can, leftOver: [] }
}

/**
 * The model is the source; the values of Formily follow it, and the value of a detail table is only a number that
 * grows with its rows.
 */
export function followModel({ model, checks, form, drawn, screen, from }: Session): () => void {
  Object.assign(drawn, { model, checks } satisfies Source)
  let before = model.head
  let unsettled = new Map<string, string>()
  const checkedWith = dependents(screen)
  const ends = [
    model.subscribeHead(() => {
      const now = model.head
      for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
        if (before[key] !== now[key]) {
          form.setValuesIn(key, now[key] ?? null)
          checkAgain(form, checkedWith.get(key) ?? [])
        }
      before = now
      const open = new Map(model.pending.all.map(({ key, pendingValue }) => [key, pendingValue.text]))
      for (const key of new Set([...unsettled.keys(), ...open.keys()]))
        if (unsettled.get(key) !== open.get(key)) revalidate(form, key, model.pending.get('', key))
      unsettled = open
    }),
  ]
  for (const { key } of screen.fields.filter(isDetail)) {
    const store = model.rows(key)
    let version = 0
    const grow = () => form.setValuesIn(key, ++version)
    if (store) ends.push(store.subscribeStructure(grow), store.subscribeTotals(grow))
  }
  if (from) transferPending(model, pendingEntries(from))
  return () => {
    for (const end of ends) end()
  }
}

/** For each key the fields whose rules read it: their validation results may be outdated. */
function dependents(screen: ScreenDocument): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { key, validateRules = [] } of screen.fields)
    for (const { check } of validateRules) {
      const read = check === undefined ? null : parseExpression(check)
      for (const name of read?.ok ? read.value.names : []) {
        const [other = ''] = name.replace(/^form\./, '').split('.')
        if (other !== key) found.set(other, [...(found.get(other) ?? []), key])
      }
    }
  return found
}

/** Validates fields with user input again; other fields wait. */
function checkAgain(form: Form, keys: readonly string[]): void {
  for (const key of keys) {
    const field: unknown = form.query(key).take()
    if (!isFormilyField(field) || !(field.modified || field.selfErrors.length > 0)) continue
    field.validate('onInput').catch(() => undefined)
  }
}

/** The validation result of a value is outdated: its files are uploading, failed, or finished. */
function revalidate(form: Form, key: string, now: PendingValue | undefined): void {
  const field: unknown = form.query(key).take()
  if (!isFormilyField(field)) return
  field.selfErrors = now?.isFailed ? [now.text] : []
  field.validate('onInput').catch(() => undefined)
}

const isFormilyField = (field: unknown): field is FormilyField =>
  typeof field === 'object' && field !== null && 'selfErrors' in field && 'validate' in field

/**
 * The document changed under an open form: creates a session over the new one with all typed values, from the record
 * as it was last saved, so that nothing that another user saved counts as typed. With the same
 * structure its form stays, so that nothing is drawn again but the changed texts.
 */
export function moveSession(old: Session, screen: ScreenDocument, env: SessionEnv): Session {
  const { initial } = old.model
  const next = openSession(screen, initial, env)
  const fields = new Map(screen.fields.map((field) => [field.key, field]))
  const typed: Record<string, unknown> = {}
  const leftOver: { title: string; text: string }[] = [...old.leftOver]
  for (const field of old.screen.fields) {
    if (isDetail(field)) continue
    const value = old.model.head[field.key]
    if (fields.has(field.key)) {
      if (!sameValue(next.model.head[field.key], value)) typed[field.key] = value ?? null
    } else if (!isEmpty(value) && !sameValue(initial[field.key], value)) {
      leftOver.push({ title: getTitle(field), text: printed(field, value, env) })
    }
  }
  next.model.setHeads(typed)
  next.form.setValues({ ...next.model.head })
  for (const detail of old.screen.fields.filter(isDetail)) moveRows(old, next, detail.key)
  const isSame = structureStamp(old.screen) === structureStamp(screen)
  const sameForm = isSame && {
    form: old.form,
    drawn: old.drawn,
    plan: { ...next.plan, schema: old.plan.schema },
  }
  return { ...next, ...sameForm, leftOver, from: old.model }
}

function moveRows(old: Session, next: Session, key: string): void {
  const from = old.model.rows(key)
  const to = next.model.rows(key)
  if (!from || !to) return
  const stored = new Set(from.rows.map((row) => row.id))
  to.remove(to.rows.filter((row) => !stored.has(row.id)).map((row) => row.id))
  for (const [index, row] of from.rows.entries()) {
    const at = to.indexOf(row.id)
    if (at < 0) to.insert(index, [row])
    else {
      to.move(row.id, index)
      to.setCells([{ id: row.id, values: row }])
    }
  }
}

const printed = (field: Field, value: unknown, { types, options }: SessionEnv): string => {
  const type = types.get(field.type)
  return type?.toText(type.fromWire(value, field), field, options.lookup, 'full') || String(value)
}
