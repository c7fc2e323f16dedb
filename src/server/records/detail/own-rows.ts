import type { FastifyRequest } from 'fastify'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { RowsDelta } from '#runtime/record/changes/delta.ts'
import { getPerm, permOfDetail } from '#runtime/schema/derive.ts'
import { codeInSome } from '#runtime/schema/field-rights.ts'
import type { Db } from '../../platform/store/database.ts'
import { isPlain, readOwnRow } from '../body.ts'
import { type Caller, isConfirmed } from '../caller.ts'
import { type Answer, type Replay, writeAnswer } from '../idempotency.ts'
import { readableValues, readHead, readRows, type Values } from '../read/record.ts'
import { addReferencedValues } from '../read/referenced-values.ts'
import type { RecordTransaction } from '../record-transaction.ts'
import { badValues, notFound, unconfirmed } from '../refuse.ts'
import type { DetailResource, Resource } from '../resource.ts'
import type { RecordServices } from '../services.ts'
import { writeRecords } from '../transaction.ts'
import { prepareChange, readId } from '../write/save-change.ts'
import { newId } from '../write.ts'

/** The rows of one record in a detail table whose rows are saved separately. */
export interface OwnRows {
  resource: Resource
  detail: DetailResource
  caller: Caller
  /** The id of the record that the rows belong to. */
  master: string
}

export type RowVerb = 'list' | 'detail' | 'add' | 'edit' | 'delete'

/**
 * The codes that a verb on the rows needs: the record's list, the detail field, the verb. Where rules decide by the state, the
 * change of the record checks the right to edit.
 */
export function codesOfOwnRows({ screen }: Resource, { field }: DetailResource, verb: RowVerb): string[] {
  const isWrite = verb !== 'list' && verb !== 'detail'
  const { read, edit } = field.access ?? {}
  const codes = [
    `${getPerm(screen)}:list`,
    read,
    isWrite && edit !== undefined ? (field.access?.rules ? codeInSome(edit) : edit) : undefined,
    `${permOfDetail(screen, field)}:${verb}`,
  ]
  return codes.flatMap((code) => code ?? [])
}

/** Reading and changing single rows: a change of a row is a change of its record. */
export function ownRowActions(services: RecordServices) {
  const readMaster = async (at: Db, { resource, caller, master }: OwnRows): Promise<Values> => {
    const head = await readHead(at, resource, master, caller.rules(resource))
    if (!head) throw notFound()
    return head
  }

  const readRow = async (at: Db, opened: OwnRows, head: Values, id: string): Promise<Values> => {
    const { resource, detail, caller } = opened
    const row = (await readRows(at, detail, head)).find((entry) => entry.id === id)
    if (!row) throw notFound()
    const values = readableValues(row, detail.columns, resource.screen, caller.can)
    await addReferencedValues(services, at, caller, detail.field.fields, [values])
    return values
  }

  /** Prepares a change of these rows only, before the transaction opens. */
  const prepareRows = (
    { resource, detail, caller, master }: OwnRows,
    delta: RowsDelta,
    asksToConfirm?: Caller['asksToConfirm'],
  ) => {
    const saved = { head: {}, details: new Map([[detail.key, delta]]), problems: [] }
    return prepareChange(resource, { ...caller, asksToConfirm }, { id: master, revision: null, saved })
  }

  /** Saves the row of a body, once for each idempotency key. */
  const save = async (
    request: FastifyRequest,
    opened: OwnRows,
    body: unknown,
    mode: 'add' | 'edit',
  ): Promise<Answer> => {
    const { resource, detail, caller } = opened
    const message = mode === 'add' ? '添加成功！' : '修改成功！'
    const replay: Replay = async (at, first) => {
      await readMaster(at, opened)
      const result = readableValues(first.result as Values, detail.columns, resource.screen, caller.can)
      return { ...first, result }
    }
    const prepare = async () => {
      const { row, problems } = await readOwnRow(resource, detail.field, body, mode, caller.can)
      if (problems.length > 0) throw badValues(problems)
      const { id: sentId, rev: revision } = isPlain(body) ? body : {}
      const id = mode === 'add' ? newId(resource.screen.table.id) : readId(sentId)
      const added = mode === 'add' ? [{ ...row, id }] : []
      const changed =
        mode === 'edit' ? [{ ...row, id, ...(revision === undefined ? {} : { rev: revision }) }] : []
      // Other rows, and the head, may have warnings that were confirmed when they were saved.
      let rowPath = ''
      const isOfRow = ({ path }: Problem): boolean => path.startsWith(rowPath)
      const asksToConfirm = isConfirmed(request) ? undefined : isOfRow
      const put = await prepareRows(opened, { added, changed, removed: [] }, asksToConfirm)
      return async (transaction: RecordTransaction): Promise<Answer> => {
        const { trx } = transaction
        const head = await readMaster(trx, opened)
        const before = await readRows(trx, detail, head)
        const index = mode === 'add' ? before.length : before.findIndex((candidate) => candidate.id === id)
        if (index < 0) throw notFound()
        rowPath = `${pointer(detail.key, index)}/`
        await put(transaction).catch((error: unknown) => {
          throw ofRow(error, detail.key, index)
        })
        return { result: await readRow(trx, opened, head, id), message }
      }
    }
    return await writeAnswer(services, request, resource, prepare, replay)
  }

  const remove = async (opened: OwnRows, removed: readonly string[]): Promise<void> => {
    const put = await prepareRows(opened, { added: [], changed: [], removed: [...removed] })
    await writeRecords(services, async (transaction) => {
      const { trx } = transaction
      const rows = await readRows(trx, opened.detail, await readMaster(trx, opened))
      if (!removed.every((id) => rows.some((row) => row.id === id))) throw notFound()
      await put(transaction)
    })
  }

  return { readMaster, readRow, save, remove }
}

/** Converts a refusal to the paths of the row in the request; problems of the record are left out. */
function ofRow(error: unknown, detail: string, index: number): unknown {
  if (!(error instanceof AppError)) return error
  if (error.code === 'STALE') return appError('STALE')
  const result = error.result
  const isUnconfirmed = error.code === 'UNCONFIRMED'
  if (!(isUnconfirmed || error.code === 'BAD_VALUES') || !isPlain(result) || !Array.isArray(result.problems))
    return error
  const starts = [index, 'added/0', 'changed/0'].map((part) => `${pointer(detail)}/${part}/`)
  const problems = result.problems as Problem[]
  const rowProblems = problems.flatMap((problem) => {
    const start = starts.find((prefix) => problem.path.startsWith(prefix))
    return start === undefined ? [] : { ...problem, path: problem.path.slice(start.length - 1) }
  })
  if (isUnconfirmed) return unconfirmed(rowProblems)
  // Problems outside the row are reported only when the row has none.
  return rowProblems.length > 0 ? badValues(rowProblems) : error
}
