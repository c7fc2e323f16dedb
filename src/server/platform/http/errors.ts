import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, appError, type ErrorCode, errorText } from '#runtime/kernel/errors.ts'
import { type DatabaseFailure, databaseFailure } from '../store/failures.ts'
import { type Envelope, failure } from './envelope.ts'
import { defineRefusals } from './refusals.ts'
import { readOnlyView } from './requests/view-as.ts'

interface Answer {
  status: number
  body: Envelope
  /** Seconds after which the same request may succeed. */
  retryAfter?: number
  /** The code of the refusal, for the header `x-error-code`. */
  code?: string
}

/** Temporary refusals, with seconds. The page repeats the request itself when an answer contains them. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { BUSY: 2, UNAVAILABLE: 5 }

const buildAnswer = (error: AppError): Answer => ({
  status: error.status,
  body: failure(error.envelope, error.text, error.result),
  retryAfter: RETRY_AFTER[error.code],
  code: error.reason ?? error.code,
})

const refuse = defineRefusals({
  ROW_EXISTS: '数据库中已存在该记录',
  VALUE_TOO_LONG: '字段太长,超出数据库字段的长度',
  VALUE_OUT_OF_RANGE: '数值超出允许的范围，请改后再保存',
  ROW_IN_USE: '该记录正被其他数据使用',
  ROW_MISSING: '有的值在另一张表里还没有，请先加那里的记录，再保存',
  ROW_INCOMPLETE: '有必填的内容是空的，请填写后再保存；表单里没有空着的必填项时，请联系管理员',
  ROW_NOT_ALLOWED: '有的内容不在允许的范围内，请改后再保存；找不到是哪一项时，请联系管理员',
})
const refuseText = defineRefusals({ TEXT_UNREADABLE: '参数含有不能识别的字符' }, 'BAD_PARAMETER')

const ofDatabase: Record<DatabaseFailure, () => AppError> = {
  gone: () => appError('UNAVAILABLE'),
  busy: () => appError('TIMEOUT'),
  locked: () => appError('RECORD_BUSY'),
  full: () => appError('STORAGE_FULL'),
  duplicate: () => refuse('ROW_EXISTS'),
  'too long': () => refuse('VALUE_TOO_LONG'),
  'out of range': () => refuse('VALUE_OUT_OF_RANGE'),
  // A NUL or half a surrogate pair: PostgreSQL stores neither.
  'no text': () => refuseText('TEXT_UNREADABLE'),
  'in use': () => refuse('ROW_IN_USE'),
  missing: () => refuse('ROW_MISSING'),
  empty: () => refuse('ROW_INCOMPLETE'),
  'not allowed': () => refuse('ROW_NOT_ALLOWED'),
  'read only': readOnlyView,
}

/** The key of a validation error; its value is never echoed. */
function faultyKey(error: FastifyError): string {
  const first = error.validation?.[0]
  const { additionalProperty, missingProperty } = (first?.params ?? {}) as Record<string, unknown>
  const inner = additionalProperty ?? missingProperty
  const keys = (first?.instancePath ?? '').split('/').filter(Boolean)
  if (typeof inner === 'string') keys.push(inner)
  return keys.join('.') || (error.validationContext ?? '')
}

const ofStatus: Record<number, string> = {
  400: '请求格式不正确',
  406: '请求内容的类型不支持',
  413: errorText('TOO_LARGE'),
  415: '请求内容的类型不支持',
  429: errorText('TOO_MANY'),
}

/** An error that a person can be told: a refusal, or what the database answered. Null for another one. */
export function findRefusal(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const kind = databaseFailure(error)
  return kind && ofDatabase[kind]()
}

function toAnswer(error: unknown, request: FastifyRequest): Answer {
  const fastifyError = error as FastifyError
  if (fastifyError.validation)
    return buildAnswer(appError('BAD_PARAMETER', { values: { key: faultyKey(fastifyError) } }))
  const refusal = findRefusal(error)
  if (refusal) return buildAnswer(refusal)
  const status = fastifyError.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    return { status, body: failure(status, ofStatus[status] ?? '请求不能处理') }
  }
  // The text of an unexpected error appears in the log only, under the number of the request.
  return { status: 500, body: failure(500, `操作失败，请联系管理员（编号 ${request.id}）`) }
}

const unknownPath = (): Envelope => failure(404, '路径不存在，请检查路径是否正确')

export const sendUnknownPath = (reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ ...unknownPath(), requestId: reply.request.id })

/** The answer (docs/http.md, "Answers") to a method that the address does not support. */
export const sendWrongMethod = (
  { method, id }: FastifyRequest,
  reply: FastifyReply,
  supported: readonly string[],
): FastifyReply =>
  reply.code(200).send({
    ...failure(405, `不支持${method}请求方法，支持以下${supported.map((word) => `${word}、`).join('')}`),
    requestId: id,
  })

/** An address that cannot be decoded reaches no route and no hook. */
export const sendUnreadable = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  const { status, body } = toAnswer(error, request)
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
    .send({ ...body, requestId: request.id })
}

/** Milliseconds in which a full disk is logged once: every save is refused because of it. */
const FULL_QUIET_MS = 60_000

/** Wraps every failure in an envelope: thrown AppErrors, Fastify's own, the database's, and unexpected ones. */
export function addErrorHandler(app: FastifyInstance): void {
  let fullUntil = 0
  /** Whether other lines of the log say the same as this one would. */
  const isRepeated = (error: unknown, code: string | undefined): boolean => {
    // Under load there are many such refusals; only the beginning of the overload is logged.
    if (error instanceof AppError && error.code === 'BUSY') return true
    if (code !== 'STORAGE_FULL') return false
    const isQuiet = performance.now() < fullUntil
    if (!isQuiet) fullUntil = performance.now() + FULL_QUIET_MS
    return isQuiet
  }
  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter, code } = toAnswer(error, request)
    if (status >= 500 && !isRepeated(error, code)) request.log.error({ err: error }, 'request failed')
    // Headers that HTTP requires for the status, e.g. Content-Range of 416; Fastify's own handler does the same.
    const { headers } = error as { headers?: Record<string, string> }
    if (headers) reply.headers(headers)
    if (code !== undefined) reply.header('x-error-code', code)
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    return reply.code(status).send({ ...body, requestId: request.id })
  })
}
