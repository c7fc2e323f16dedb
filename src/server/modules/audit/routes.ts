import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineRefusals } from '../../platform/http/refusals.ts'
import { answerList, bindDocument } from '../../records/list/list-route.ts'
import type { ReadServices } from '../../records/services.ts'

const refuse = defineRefusals({ LOG_APPEND_ONLY: '日志只能查看，不能删除' })

const SIGN_IN = '1'

/** The contract's word for a text inside the content, and the screens of the two kinds of lines. */
const contained = (query: unknown): Record<string, string | string[]> => {
  const { keyWord, logType: _logType, ...rest } = query as Record<string, string | string[]>
  return typeof keyWord === 'string' && keyWord !== '' ? { ...rest, logContent: `*${keyWord}*` } : rest
}

/** The logs under the address of the contract. */
export function logRoutes(app: FastifyInstance, services: ReadServices): void {
  const operations = bindDocument(services, 'system/operation-log')
  const signIns = bindDocument(services, 'system/login-log')
  const of = ({ query }: Pick<FastifyRequest, 'query'>) =>
    (query as { logType?: unknown }).logType === SIGN_IN ? signIns : operations

  app.get(
    '/sys/log/list',
    { config: { access: (request) => of(request).access(request), listLoad: true } },
    (request) =>
      answerList(services, of(request).entry(), { query: contained(request.query), user: request.user }),
  )
  for (const url of ['/sys/log/delete', '/sys/log/deleteBatch'])
    app.delete(url, { config: { access: operations.access } }, async () => {
      throw refuse('LOG_APPEND_ONLY')
    })
}
