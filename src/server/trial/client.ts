import type { FastifyInstance } from 'fastify'
import { AppError } from '#runtime/kernel/errors.ts'
import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { databaseText } from '../documents/plan/database-text.ts'

/** An answer of the server on trial. */
export interface Answer {
  isOk: boolean
  /** Why the server refused, or failed. */
  reason: string
  /** No rule refused: the server failed, or the database did. */
  isFault: boolean
  /** The database was too busy to answer in time, which says nothing about the document. */
  isLate: boolean
  result: unknown
  /** The problems of values, by their places in the sent record. */
  problems: readonly Pick<Problem, 'path' | 'text'>[]
  bytes: Buffer
}

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** A workbook to upload. */
  file?: Buffer
}

export interface TrialClient {
  send(request: Request): Promise<Answer>
}

/** Refusals of the database that a rule of the document should have made before. */
const databaseRefusals: ReadonlySet<string> = new Set([
  'VALUE_TOO_LONG',
  'VALUE_OUT_OF_RANGE',
  'ROW_INCOMPLETE',
  'ROW_NOT_ALLOWED',
])

/** The reason of a failure: of the database in our words, of the program in its own. */
const failureText = (error: unknown): string =>
  /^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | undefined)?.code))
    ? databaseText(error)
    : `程序出错：${error instanceof Error ? error.message : '没有说明'}`

/** What an error of work without a request says, as an answer says it. */
/** A large table that others use may take longer than a trial waits. */
const lateRefusals: ReadonlySet<string> = new Set(['TIMEOUT', 'RECORD_BUSY', 'BUSY', 'REPORT_TIMEOUT'])

const isFaulty = (status: number, code: string): boolean =>
  !lateRefusals.has(code) && (status >= 500 || databaseRefusals.has(code))

/** What an error of work without a request says, as an answer says it. */
export const judgeError = (error: unknown): Pick<Answer, 'isFault' | 'reason'> =>
  error instanceof AppError && !isFaulty(error.status, error.reason ?? error.code)
    ? { isFault: false, reason: error.text }
    : { isFault: true, reason: failureText(error) }

const BOUNDARY = 'office-trial'

const buildForm = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="trial.xlsx"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

const readJson = (text: string): JsonObject => {
  try {
    const json: unknown = JSON.parse(text)
    return isJsonObject(json) ? json : {}
  } catch {
    return {}
  }
}

/** A client that also learns the errors behind the answers: `listen` adds the hook that catches them. */
export function openClient() {
  let failure: unknown
  return {
    listen(app: FastifyInstance): void {
      app.addHook('onError', async (_request, _reply, error) => {
        failure = error
      })
    },
    over: (app: FastifyInstance): TrialClient => ({
      async send({ method = 'GET', path, query, body, file }) {
        failure = undefined
        const answer = await app.inject({
          method,
          url: path,
          ...(query && { query: { ...query } }),
          headers: {
            'x-access-token': 'trial',
            'x-confirm-warnings': 'true',
            ...(file && { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }),
          },
          ...(file ? { payload: buildForm(file) } : body !== undefined && { payload: body as object }),
        })
        const isJson = String(answer.headers['content-type'] ?? '').includes('json')
        const envelope = isJson ? readJson(answer.payload) : {}
        const isOk = answer.statusCode < 400 && (!isJson || envelope.success === true)
        const code = String(answer.headers['x-error-code'] ?? '')
        const isLate = lateRefusals.has(code)
        const isFault = !isOk && isFaulty(answer.statusCode, code)
        const { result } = envelope
        const problems = isJsonObject(result) && Array.isArray(result.problems) ? result.problems : []
        return {
          isOk,
          isFault,
          isLate,
          reason: isFault ? failureText(failure) : String(envelope.message ?? answer.statusCode),
          result,
          problems: problems as Answer['problems'],
          bytes: answer.rawPayload,
        }
      },
    }),
  }
}
