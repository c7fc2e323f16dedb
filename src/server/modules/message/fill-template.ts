import { isJsonObject, type JsonObject } from '#runtime/kernel/json.ts'
import { toPlainText } from '#runtime/kernel/text/html.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
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

/** The text of a template, with the values of the data (JSON) in place of its variables `${name}`; of rich text with its formats too. */
export function fillTemplate(
  { templateType, templateContent, richContent }: JsonObject,
  data: string,
): { text: string; html: string | null } {
  const content = String(templateContent ?? '')
  const rich = templateType === '2' ? String(richContent ?? content) : null
  const values = readData(data)
  const names = [...`${content}${rich ?? ''}`.matchAll(variable)].map(([, name = '']) => name.trim())
  const missing = [...new Set(names)].filter((name) => !values.has(name))
  if (missing.length > 0) throw refuse('TEMPLATE_VALUES', { values: { names: missing.join('、') } })
  const fill = (text: string, write: (value: string) => string) =>
    text.replace(variable, (_, name: string) => write(values.get(name.trim()) ?? ''))
  if (rich === null) return { text: fill(content, String), html: null }
  return { text: fill(toPlainText(content), String), html: fill(rich, escapeHtml) }
}
