import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { storedPath } from '#runtime/kernel/text/stored-path.ts'
import { defineRefusals } from '../http/refusals.ts'
import type { S3Config } from '../s3-config.ts'
import type { FileStore } from './contract.ts'

const refuse = defineRefusals(
  {
    FILE_STORE_DOWN: '文件服务器没有应答，这次没有存成，也没有读到，请稍后重试；一直这样请联系管理员',
  },
  'UNAVAILABLE',
)

/** How long a signed address of a download is valid, in seconds. */
const SIGNED_SECONDS = 300
/** Uploads are sent in parts of this size, one after the other: as much memory as an upload takes. */
const PART_BYTES = 8 * 1024 * 1024
const CONNECT_MS = 3000
const ANSWER_MS = 30_000

const truncated = new Error('truncated')

const openClient = (endpoint: string, { region, accessKey, secretKey }: S3Config): S3Client =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: 3,
    // Other servers than Amazon's do not know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  })

const getStatus = (error: unknown): number | undefined =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** The result, or null for a file that is not there; any other failure as a refusal. */
async function orMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (getStatus(error) === 404) return null
    throw refuse('FILE_STORE_DOWN', { cause: error })
  }
}

/** Files in a bucket. What `older` has, from the time before there was a bucket, is still read there. */
export function openS3Store(config: S3Config, older: FileStore): FileStore {
  const client = openClient(config.endpoint, config)
  const signing = config.publicEndpoint === '' ? null : openClient(config.publicEndpoint, config)
  const at = (path: string) => ({ Bucket: config.bucket, Key: path })

  const size = async (path: string) => {
    const found = await orMissing(client.send(new HeadObjectCommand(at(path))))
    return found?.ContentLength ?? null
  }

  return {
    async write(path, chunks, isTruncated = () => false) {
      let bytes = 0
      let failed: unknown
      // The client wraps errors of the source, which are not those of the server.
      async function* counted(): AsyncGenerator<Buffer> {
        try {
          for await (const chunk of chunks) {
            bytes += chunk.length
            yield chunk
          }
          if (isTruncated()) throw truncated
        } catch (error) {
          failed = error
          throw error
        }
      }
      try {
        const params = { ...at(path), Body: Readable.from(counted()) }
        await new Upload({ client, params, queueSize: 1, partSize: PART_BYTES }).done()
        return bytes
      } catch (error) {
        if (failed === truncated) return null
        throw failed ?? refuse('FILE_STORE_DOWN', { cause: error })
      }
    },
    size: async (path) => (await size(path)) ?? older.size(path),
    async read(path) {
      const found = await orMissing(client.send(new GetObjectCommand(at(path))))
      return found?.Body instanceof Readable ? found.Body : older.read(path)
    },
    async remove(path) {
      await orMissing(client.send(new DeleteObjectCommand(at(path))))
      await older.remove(path)
    },
    async *list() {
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket: config.bucket }))
          for (const { Key = '', LastModified } of page.Contents ?? [])
            if (storedPath.test(Key)) yield { path: Key, age: Date.now() - (LastModified?.getTime() ?? 0) }
      } catch (error) {
        throw refuse('FILE_STORE_DOWN', { cause: error })
      }
    },
    removeParts: (age) => older.removeParts(age),
    freeBytes: async () => Number.POSITIVE_INFINITY,
    async send(reply, path, isShown) {
      // What a page shows comes from this server, whose address the policy of the page allows.
      if (signing && !isShown) {
        if ((await size(path)) === null) return older.send(reply, path, isShown)
        const command = new GetObjectCommand({
          ...at(path),
          ResponseContentType: String(reply.getHeader('content-type')),
          ResponseContentDisposition: String(reply.getHeader('content-disposition')),
        })
        await reply.redirect(await getSignedUrl(signing, command, { expiresIn: SIGNED_SECONDS }))
        return true
      }
      const { range } = reply.request.headers
      const command = new GetObjectCommand({ ...at(path), ...(range !== undefined && { Range: range }) })
      const found = await client.send(command).catch((error: unknown) => {
        if (getStatus(error) === 404) return null
        if (getStatus(error) === 416) return 'range' as const
        throw refuse('FILE_STORE_DOWN', { cause: error })
      })
      if (found === null) return older.send(reply, path, isShown)
      if (found === 'range') {
        await reply
          .code(416)
          .header('content-range', `bytes */${await size(path)}`)
          .send()
        return true
      }
      reply.header('accept-ranges', 'bytes')
      if (found.ContentLength !== undefined) reply.header('content-length', found.ContentLength)
      if (found.ETag !== undefined) reply.header('etag', found.ETag)
      if (found.ContentRange !== undefined) reply.code(206).header('content-range', found.ContentRange)
      await reply.send(found.Body)
      return true
    },
  }
}
