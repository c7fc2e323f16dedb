import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { defineJobType } from '../../../platform/jobs/job-type.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { postSigned } from './post.ts'
import { addressFault } from './safe-address.ts'

type CallServices = Pick<PlatformServices, 'config'>

/** Why another system did not accept a request, in words. */
function formatReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'AbortError' || error.name === 'TimeoutError' ? '对方 10 秒内没有答复' : error.message
}

/** Posts a signed request to an address of the allowed list, as `then` with `webhook` does after a change. */
export const callJob = defineJobType({
  name: 'call',
  title: '调用地址',
  parameters: Type.Object({ address: Type.String({ maxLength: 500, pattern: '^https?://' }) }),
  fault({ config }: CallServices, { address }) {
    const text = URL.canParse(address)
      ? addressFault(new URL(address), config.webhookHosts)
      : '不是完整的地址'
    return text === undefined ? undefined : { key: 'address', text: `不能调用：${text}` }
  },
  async run({ config }, { address }, { job, description }) {
    const body = JSON.stringify({ job, description, time: new Date().toISOString() })
    const target = { hosts: config.webhookHosts, secret: config.webhookSecret ?? '' }
    try {
      await postSigned(address, { id: randomUUID(), body }, target)
    } catch (error) {
      throw new Error(`没有调用成功：${formatReason(error)}`, { cause: error })
    }
    return '对方已接受'
  },
})
