import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fieldValues } from '#runtime/fields/values.ts'
import { AppError, appError } from '#runtime/kernel/errors.ts'
import { type Problem, pointer } from '#runtime/kernel/problem.ts'
import type { RowsDelta } from '#runtime/record/delta.ts'
import { permOf, permOfDetail } from '#runtime/schema/derive.ts'
import { ok } from '../platform/http/envelope.ts'
import type { Db } from '../platform/store/database.ts'
import { isPlain, onlyKeys, readOwnRow } from './body.ts'
import { type Caller, callerOf, isConfirmed } from './caller.ts'
import { readDetailRows } from './detail-list.ts'
import { type Answer, attemptOf, once, type Replay } from './idempotency.ts'
import { canOf } from './list-route.ts'
import { codesOfRows } from './queried-details.ts'
import { isRecordId, readableValues, readHead, readRows, type Values } from './record.ts'
import { addReferencedValues } from './referenced-values.ts'
import { badParameter, badValues, notFound, unconfirmed } from './refuse.ts'
import { idList } from './remove.ts'
import { type DetailResource, type Resource, resourceOf } from './resource.ts'
import { idOf, prepareChange } from './save-change.ts'
import type { RecordServices } from './services.ts'
import { type RecordTransaction, writeRecords } from './transaction.ts'
import { newId } from './write.ts'

interface Opened {
  resource: Resource
  detail: DetailResource
  caller: Caller
  /** The id of the record that the rows belong to. */
  master: string
  /** The request's other parameters. */
  query: Record<string, unknown>
}

type Verb = 'list' | 'detail' | 'add' | 'edit' | 'delete'

/**
 * Routes for detail rows that are saved separately, always within one record: a user who may not see the record
 * cannot see its rows. A change of a row is a change of its record: its flow, formulas and checks apply.
 */
export function detailRoutes(
  app: FastifyInstance,
  services: RecordServices,
  place: string,
  write: (resource: Resource, work: (transaction: RecordTransaction) => Promise<Answer>) => Promise<Answer>,
): void {
  const { db, documents } = services
  const at = `${place}/:detail`

  const detailOf = (request: FastifyRequest): Pick<Opened, 'resource' | 'detail'> => {
    const { group, name, detail: key } = request.params as Record<'group' | 'name' | 'detail', string>
    const entry = documents.screen(`${group}/${name}`)
    if (!entry) throw appError('NOT_FOUND')
    const resource = resourceOf(entry.document, entry.documentHash, fieldValues)
    const detail = resource.details.find((candidate) => candidate.key === key)
    if (!detail) throw appError('NOT_FOUND')
    return { resource, detail }
  }

  /** The first code that the user lacks, in the order: the record's list, the detail field, the verb. */
  const needs = (verb: Verb) => (request: FastifyRequest) => {
    const { resource, detail } = detailOf(request)
    const { screen } = resource
    const { own: isOwn, access } = detail.field
    if (!isOwn && verb !== 'list') throw appError('NOT_FOUND')
    const isWrite = verb !== 'list' && verb !== 'detail'
    const verbCode = `${permOfDetail(screen, detail.field)}:${verb}`
    const codes =
      verb === 'list'
        ? codesOfRows(resource, detail)
        : [`${permOf(screen)}:list`, access?.read, isWrite ? access?.edit : undefined, verbCode]
    const can = canOf(request)
    return codes.find((code) => code !== undefined && !can(code)) ?? codes.at(-1) ?? verbCode
  }

  const open = (request: FastifyRequest): Opened => {
    const { master, ...query } = request.query as Record<string, unknown>
    if (typeof master !== 'string' || !isRecordId(master)) throw badParameter('master')
    return { ...detailOf(request), caller: callerOf(request.user, services), master, query }
  }

  const masterOf = async (at: Db, { resource, caller, master }: Opened): Promise<Values> => {
    const head = await readHead(at, resource, master, caller.rules(resource))
    if (!head) throw notFound()
    return head
  }

  app.get(`${at}/list`, { config: { access: needs('list'), listLoad: true } }, async (request) => {
    const opened = open(request)
    return ok(await readDetailRows(services, opened, await masterOf(db.app, opened)))
  })

  const rowOf = async (at: Db, opened: Opened, head: Values, id: string): Promise<Values> => {
    const { resource, detail, caller } = opened
    const row = (await readRows(at, detail, head)).find((entry) => entry.id === id)
    if (!row) throw notFound()
    const values = readableValues(row, detail.columns, resource.screen, caller.can)
    await addReferencedValues(services, at, caller, detail.field.fields, [values])
    return values
  }

  app.get(`${at}/queryById`, { config: { access: needs('detail') } }, async (request) => {
    const opened = open(request)
    const { id } = onlyKeys(opened.query, ['id'])
    return ok(await rowOf(db.app, opened, await masterOf(db.app, opened), idOf(id)))
  })

  /** Prepares a change of these rows only, before the transaction opens. */
  const prepareRows = (
    { resource, detail, caller, master }: Opened,
    delta: RowsDelta,
    asksToConfirm?: Caller['asksToConfirm'],
  ) => {
    const saved = { head: {}, details: new Map([[detail.key, delta]]), problems: [] }
    return prepareChange(resource, { ...caller, asksToConfirm }, { id: master, revision: null, saved })
  }

  const save = async (request: FastifyRequest, mode: 'add' | 'edit', message: string) => {
    const opened = open(request)
    const { resource, detail, caller, master } = opened
    onlyKeys(opened.query, [])
    const { row, problems } = await readOwnRow(resource, detail.field, request.body, mode, caller.can)
    if (problems.length > 0) throw badValues(problems)
    const { id: sentId, rev: revision } = isPlain(request.body) ? request.body : {}
    const id = mode === 'add' ? newId(resource.screen.table.id) : idOf(sentId)
    const added = mode === 'add' ? [{ ...row, id }] : []
    const changed =
      mode === 'edit' ? [{ ...row, id, ...(revision === undefined ? {} : { rev: revision }) }] : []
    const identity = [mode, resource.screen.id, detail.key, master, request.body]
    const attempt = attemptOf(request.headers['idempotency-key'], caller.user.id, identity)
    const replay: Replay = async (at, first) => {
      await masterOf(at, opened)
      const result = readableValues(first.result as Values, detail.columns, resource.screen, caller.can)
      return { ...first, result }
    }
    // Other rows, and the head, may have warnings that were confirmed when they were saved.
    let rowPath = ''
    const isOfRow = ({ path }: Problem): boolean => path.startsWith(rowPath)
    const asksToConfirm = isConfirmed(request) ? undefined : isOfRow
    const put = await prepareRows(opened, { added, changed, removed: [] }, asksToConfirm)
    const work = async (transaction: RecordTransaction): Promise<Answer> => {
      const { trx } = transaction
      const head = await masterOf(trx, opened)
      const before = await readRows(trx, detail, head)
      const index = mode === 'add' ? before.length : before.findIndex((candidate) => candidate.id === id)
      if (index < 0) throw notFound()
      rowPath = `${pointer(detail.key, index)}/`
      await put(transaction).catch((error: unknown) => {
        throw ofRow(error, detail.key, index)
      })
      return { result: await rowOf(trx, opened, head, id), message }
    }
    const answer = await write(resource, (transaction) =>
      once(transaction.trx, attempt, () => work(transaction), replay),
    )
    return ok(answer.result, answer.message)
  }

  app.post(`${at}/add`, { config: { access: needs('add') } }, (request) => save(request, 'add', '添加成功！'))
  app.route({
    method: ['PUT', 'POST'],
    url: `${at}/edit`,
    config: { access: needs('edit') },
    handler: (request) => save(request, 'edit', '修改成功！'),
  })

  const remove = async (request: FastifyRequest, word: 'id' | 'ids', message: string) => {
    const opened = open(request)
    const idParameter = onlyKeys(opened.query, [word])[word]
    const removed = word === 'id' ? [idOf(idParameter)] : idList(idParameter)
    const put = await prepareRows(opened, { added: [], changed: [], removed })
    await writeRecords(services, async (transaction) => {
      const { trx } = transaction
      const rows = await readRows(trx, opened.detail, await masterOf(trx, opened))
      if (!removed.every((id) => rows.some((row) => row.id === id))) throw notFound()
      await put(transaction)
    })
    return ok(null, message)
  }

  const deletes = { config: { access: needs('delete') } }
  app.delete(`${at}/delete`, deletes, (request) => remove(request, 'id', '删除成功!'))
  app.delete(`${at}/deleteBatch`, deletes, (request) => remove(request, 'ids', '批量删除成功！'))
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
