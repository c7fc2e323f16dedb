import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { defineRefusals } from '../../platform/http/refusals.ts'
import type { PlatformServices } from '../../platform/services.ts'
import type { UploadBudget } from './budget.ts'
import { logInfected } from './infected.ts'
import { cleanName, type Stored, storeUpload } from './store.ts'

export const refuseFile = defineRefusals({
  FILE_TYPE: '文件类型不允许',
  FILE_SIZE: '文件大小超出{limit}MB限制, 请压缩或降低文件质量! ',
})
const refuseUpload = defineRefusals(
  {
    FILE_MISSING: '参数无效：file',
    FILE_UNREADABLE: '参数无效：file',
    FILE_BIZ: '参数无效：biz',
  },
  'BAD_PARAMETER',
)

export type UploadServices = Pick<PlatformServices, 'db' | 'config' | 'files'> & { uploads: UploadBudget }

/** An uploaded file, and the text fields of its form. */
export interface Received {
  path: string
  fields: Readonly<Record<string, string>>
}

const bizPattern = /^[a-z0-9]{1,20}$/

const unreadable = (cause: unknown) => refuseUpload('FILE_UNREADABLE', { cause })
/** The parser's own errors have a status; other errors come from a body that breaks off. */
const asRefusal = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? error : unreadable(error)

/** The folder of an upload, when its name is of the allowed form. */
export function requireBiz(biz: string): string {
  if (!bizPattern.test(biz)) throw refuseUpload('FILE_BIZ')
  return biz
}

/**
 * Reads and discards the rest of a body, so that a client that sends before it reads receives the reason of the
 * refusal. After `max` further bytes the answer is sent anyway.
 */
async function discardBody(body: IncomingMessage, max: number): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  await new Promise<void>((resolve) => {
    let remaining = max
    body.on('data', (chunk: Buffer) => {
      remaining -= chunk.length
      if (remaining < 0) resolve()
    })
    body.once('end', resolve)
    body.once('close', resolve)
    body.resume()
  })
}

/**
 * Receives the one file of a form within the upload budget. `getFolder` names its folder from the fields before the file;
 * fields after it are read too, because clients order them differently. Called once for the routes of a plugin.
 */
export function createReceiver(app: FastifyInstance, { db, config, files, uploads }: UploadServices) {
  const limit = config.uploadMaxMb
  const maxBytes = limit * 1024 * 1024
  app.register(multipart, {
    limits: { fileSize: maxBytes, files: 1, fields: 10, fieldSize: 1000, headerPairs: 50 },
    throwFileSizeLimit: false,
  })

  async function storeParts(
    request: FastifyRequest,
    getFolder: (fields: Readonly<Record<string, string>>) => string,
  ): Promise<Received> {
    const fields: Record<string, string> = {}
    let stored: Stored | undefined
    const parts = request.parts()
    for (;;) {
      const { value: part } = await parts.next().catch((error: unknown) => {
        throw asRefusal(error)
      })
      if (!part) break
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value
        continue
      }
      const source = part.file
      try {
        const biz = requireBiz(getFolder(fields))
        stored = await storeUpload(db.app, files, {
          biz,
          name: cleanName(part.filename),
          source,
          by: request.user.username,
          clamd: config.clamd,
        })
      } catch (error) {
        await logInfected(db.app, request, error)
        throw source.errored ? unreadable(error) : error
      } finally {
        // An unread part would block the rest of the body.
        source.resume()
      }
      if ('refused' in stored)
        throw stored.refused === 'type'
          ? refuseFile('FILE_TYPE')
          : refuseFile('FILE_SIZE', { values: { limit } })
    }
    if (!stored || 'refused' in stored) throw refuseUpload('FILE_MISSING')
    return { path: stored.path, fields }
  }

  return async (
    request: FastifyRequest,
    getFolder: (fields: Readonly<Record<string, string>>) => string,
  ): Promise<Received> => {
    const length = Number(request.headers['content-length'] ?? maxBytes)
    let release: (() => void) | undefined
    try {
      release = await uploads.reserve(request.user.username, Math.min(length, maxBytes))
      return await storeParts(request, getFolder)
    } catch (error) {
      await discardBody(request.raw, maxBytes)
      throw error
    } finally {
      release?.()
    }
  }
}
