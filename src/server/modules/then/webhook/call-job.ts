import Type from 'typebox'
import { defineJobType } from '../../../platform/jobs/job-type.ts'
import type { PlatformServices } from '../../../platform/services.ts'
import { currentTime } from '../../../platform/store/clock.ts'
import { addressFault, describeFailure, postSigned } from '../../outbox/interface.ts'

type CallServices = Pick<PlatformServices, 'config'>

/** Posts a signed request to an address of the allowed list, as `then` with `webhook` does after a change. */
export const callJob = defineJobType({
  name: 'call',
  title: '调用地址',
  parameters: Type.Object({ address: Type.String({ maxLength: 500, pattern: '^https?://' }) }),
  fault({ config }: CallServices, { address }) {
    const text = URL.canParse(address)
      ? addressFault(new URL(address), { hosts: config.webhookHosts })
      : '不是完整的地址'
    return text === undefined ? undefined : { key: 'address', text: `不能调用：${text}` }
  },
  async run({ config }, { address }, { job, occasion, description }) {
    const body = JSON.stringify({ job, description, time: currentTime().toISOString() })
    const target = { hosts: config.webhookHosts, secret: config.webhookSecret ?? '' }
    try {
      // The same in all attempts, so that the receiver acts once.
      await postSigned(address, { id: occasion.replaceAll(' ', '-'), body }, target)
    } catch (error) {
      throw new Error(`没有调用成功：${describeFailure(error)}`, { cause: error })
    }
    return '对方已接受'
  },
})
