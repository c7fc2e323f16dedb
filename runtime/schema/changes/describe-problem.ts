import { isJsonObject } from '#runtime/kernel/json.ts'
import { pointerPath } from '#runtime/kernel/pointer.ts'
import type { Problem } from '#runtime/kernel/problem.ts'
import { describePath, type Path } from '../checks/report.ts'
import { getTitle, groupUnder } from './describe.ts'

/** Where the words begin that a problem offers; unless its word is a key they are values, which have no titles. */
const offer = /，可写 |只能写 |。您是不是要写 /
/** A word of the language in a text: not quoted, and no part of a path or of an expression. */
const plainWord = /(?<![\w「“.$/（])[A-Za-z]\w*(?![\w」”./(）])/g

/** The text of a problem for readers of titles: the place and the words of the language have their titles, with the key behind. */
export function describeProblem(document: unknown, { path, code, text }: Problem): string {
  const steps = pointerPath(path)
  const prefix = `${describePath(document, steps)}：`
  const { place, group, inner } = describePlace(document, steps)
  const isPlaced = prefix !== '：' && text.startsWith(prefix)
  const body = isPlaced ? text.slice(prefix.length) : text
  const titled = (part: string) =>
    part.replaceAll(plainWord, (word) => {
      const title = [inner, group].map((name) => getTitle(name, word)).find((found) => found !== word)
      return title === undefined ? word : `${title} ${word}`
    })
  const from = body.search(offer)
  const worded =
    from < 0 || code === 'UNKNOWN_KEY' ? titled(body) : titled(body.slice(0, from)) + body.slice(from)
  return isPlaced ? `${place}：${worded}` : worded
}

/** The place of a value in titles, the group of the key at its end, and the group of the keys inside it. */
function describePlace(document: unknown, steps: Path): { place: string; group: string; inner: string } {
  const parts: string[] = []
  let holder = document
  let [group, inner] = ['document', 'document']
  for (const [at, step] of steps.entries()) {
    const value = isJsonObject(holder) || Array.isArray(holder) ? Reflect.get(holder, step) : undefined
    if (typeof step === 'number') parts.push(`${parts.pop() ?? ''}${formatName(value, step)}`)
    else {
      group = inner
      const title = getTitle(group, step)
      const isNamed = title !== step && at === steps.length - 1
      parts.push(isNamed ? `${title}（${step}）` : title)
      inner = groupUnder(step)
    }
    holder = value
  }
  return { place: parts.join('的'), group, inner }
}

function formatName(value: unknown, step: string | number): string {
  const names = isJsonObject(value) ? [value.title, value.key, value.code] : []
  const name = names.find((word) => typeof word === 'string' && word !== '')
  return name !== undefined
    ? `「${String(name)}」`
    : typeof step === 'number'
      ? `第 ${step + 1} 项`
      : `「${step}」`
}
