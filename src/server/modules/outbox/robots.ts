import { createHmac } from 'node:crypto'
import { isJsonObject } from '#runtime/kernel/json.ts'
import type { Message } from '../../platform/sender.ts'
import { postOutside } from './outside/post.ts'

/** The robot of a group chat: its address, the secret of its signatures, and inner hosts that it may have. */
export interface Robot {
  address: string
  secret: string | null
  hosts: readonly string[]
}

const sign = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64')

/** The request of each robot, as its maker describes it; WeCom has no signatures, its address contains a key. */
const requests = {
  dingtalk({ address, secret }: Robot, content: string) {
    const url = new URL(address)
    if (secret !== null) {
      const timestamp = String(Date.now())
      url.searchParams.set('timestamp', timestamp)
      url.searchParams.set('sign', sign(secret, `${timestamp}\n${secret}`))
    }
    return { url: url.href, body: { msgtype: 'text', text: { content } } }
  },
  feishu({ address, secret }: Robot, text: string) {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signed = secret === null ? {} : { timestamp, sign: sign(`${timestamp}\n${secret}`, '') }
    return { url: address, body: { ...signed, msg_type: 'text', content: { text } } }
  },
  wecom: ({ address }: Robot, content: string) => ({
    url: address,
    body: { msgtype: 'text', text: { content } },
  }),
} as const

type RobotName = keyof typeof requests

/** Robots refuse with status 200 and a code other than 0. */
function findRefusal(text: string): string | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return '答复不是 JSON'
  }
  if (!isJsonObject(answer)) return '答复不是 JSON 对象'
  const code = answer.errcode ?? answer.code ?? answer.StatusCode
  if (code === 0) return undefined
  return `${String(answer.errmsg ?? answer.msg ?? answer.StatusMessage ?? '没有说明')}（${String(code)}）`
}

/** Sends a text to the group of the robot. Rejects with the reason of the robot. */
export async function sendToRobot(
  name: RobotName,
  robot: Robot,
  { text, subject }: Pick<Message, 'text' | 'subject'>,
): Promise<void> {
  const { url, body } = requests[name](robot, subject ? `${subject}\n${text}` : text)
  const answer = await postOutside(url, { body: JSON.stringify(body) }, { hosts: robot.hosts, isOpen: true })
  if (answer.status < 200 || answer.status >= 300) throw new Error(`机器人答复 ${answer.status}`)
  const refusal = findRefusal(answer.text)
  if (refusal !== undefined) throw new Error(`机器人没有接受：${refusal}`)
}
