import { isJsonObject } from '#runtime/kernel/json.ts'
import { defineRefusals } from '../../platform/http/refusals.ts'

const refuse = defineRefusals({
  TEMPLATE_DATA: '解析Json出错！测试数据应为 JSON 对象，如 {"name": "张三"}',
  TEMPLATE_VALUES: '发送消息任务添加失败！测试数据里没有变量的值：{names}',
})

const variable = /\$\{([^{}]{1,50})\}/g

function readData(text: string): ReadonlyMap<string, string> {
  let data: unknown = {}
  try {
    if (text.trim() !== '') data = JSON.parse(text)
  } catch (error) {
    throw refuse('TEMPLATE_DATA', { cause: error })
  }
  if (!isJsonObject(data)) throw refuse('TEMPLATE_DATA')
  const plain = Object.entries(data).filter(([, value]) => ['string', 'number'].includes(typeof value))
  return new Map(plain.map(([name, value]) => [name, String(value)]))
}

/** The text of a template, with the values of the data (JSON) in place of its variables `${name}`. */
export function fillTemplate(content: string, data: string): string {
  const values = readData(data)
  const names = [...content.matchAll(variable)].map(([, name = '']) => name.trim())
  const missing = [...new Set(names)].filter((name) => !values.has(name))
  if (missing.length > 0) throw refuse('TEMPLATE_VALUES', { values: { names: missing.join('、') } })
  return content.replace(variable, (_, name: string) => values.get(name.trim()) ?? '')
}
