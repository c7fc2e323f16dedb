import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../platform/config.ts'
import { type ClamdAddress, isAlive } from '../../platform/files/clamd.ts'
import { openFileStore } from '../../platform/files/open.ts'
import type { S3Config } from '../../platform/s3-config.ts'
import { type Check, fault, formatReason, good } from './check.ts'

/** Stores, reads and removes a file of a few bytes. */
const bucketCheck = (s3: S3Config, dataDir: string): Check => ({
  title: 'S3 bucket',
  async run() {
    const store = await openFileStore({ s3, dataDir })
    const path = `doctor/${randomBytes(8).toString('hex')}`
    const content = Buffer.from('doctor')
    const place = `${s3.bucket} at ${s3.endpoint}`
    async function* chunks() {
      yield content
    }
    try {
      await store.write(path, chunks())
      const stored = await store.read(path)
      const isSame = stored !== null && (await buffer(stored)).equals(content)
      await store.remove(path)
      if (isSame) return good(place)
      return fault(`${place} answers other bytes than were stored`, 'check the S3 server and its proxies')
    } catch (error) {
      return fault(
        `${place}: ${formatReason(error)}`,
        'check S3_ENDPOINT, create the bucket, and let the key read, write, list and delete in it',
      )
    }
  },
})

const scannerCheck = (clamd: ClamdAddress): Check => ({
  title: 'virus scanner',
  async run() {
    if (await isAlive(clamd)) return good('clamd answers')
    return fault('clamd does not answer, uploads are refused', 'start clamd, or correct CLAMD_URL')
  },
})

/** The other servers that the settings name. */
export const listServiceChecks = ({ s3, clamd, dataDir }: Config): Check[] => [
  ...(s3 ? [bucketCheck(s3, dataDir)] : []),
  ...(clamd ? [scannerCheck(clamd)] : []),
]
