import { explainText } from '#runtime/kernel/expression/explain.ts'
import { isJsonObject, type JsonObject, listObjects, listTexts } from '#runtime/kernel/json.ts'
import { findWord, optionText, type StepKind } from '../edit/step-kinds.ts'

/** The names of what steps name by accounts, codes and keys; each returns what it gets where there is no name. */
export interface StepNames {
  user(account: string): string
  role(code: string): string
  position(code: string): string
  field(key: string): string
}

const numbers = ['一', '两', '三', '四', '五', '六', '七', '八', '九']

/** The department of a level, counted from that of the starter. */
export const levelText = (level: number): string =>
  level <= 1 ? '本部门' : `上${numbers[level - 2] ?? level - 1}级部门`

function userText(user: string, names: StepNames): string {
  if (!user.startsWith('=')) return names.user(user)
  const expression = user.slice(1).trim()
  return expression === 'createBy' ? '记录的创建人' : `记录的「${explainText(expression, names.field)}」`
}

/** Who is meant, as it stands on the card: 部门负责人（本部门）、岗位 分管副馆长. */
export function peopleText(to: unknown, names: StepNames): string {
  if (!isJsonObject(to)) return ''
  const { heads, upTo } = to
  const list = (title: string, entries: readonly string[]) =>
    entries.length === 0 ? [] : [`${title}${entries.join('、')}`]
  const level = Number(heads)
  const top = upTo === undefined ? '' : `逐级到${levelText(Number(upTo))}`
  return [
    ...(heads === undefined ? [] : [`部门负责人（${levelText(level)}${top}）`]),
    ...list(
      '',
      listTexts(to.users).map((user) => userText(user, names)),
    ),
    ...list('角色 ', listTexts(to.roles).map(names.role)),
    ...list('岗位 ', listTexts(to.positions).map(names.position)),
  ].join('，')
}

/** How several people decide, where it is not the usual way. */
function howText({ how, share }: JsonObject, kind: StepKind | undefined): string[] {
  if (how === undefined || how === 'any') return []
  const text = optionText(findWord(kind, 'how'), how) ?? String(how)
  return [share === undefined ? text : `${text} ${String(share)}%`]
}

function limitText(limit: unknown, kind: StepKind | undefined): string[] {
  if (!isJsonObject(limit)) return []
  const act = listObjects(findWord(kind, 'limit')?.field.fields).find(({ key }) => key === 'act')
  const option = listObjects(act?.options).find(({ value }) => value === limit.act)
  return [`${String(limit.hours ?? '…')} 小时后${String(option?.text ?? limit.act ?? '…')}`]
}

/** Where the words are told that have no line by themselves: in the line of another, on the canvas, or in the settings only. */
const otherPlaces: Readonly<Record<string, 'line' | 'canvas' | 'settings'>> = {
  to: 'line',
  how: 'line',
  share: 'line',
  limit: 'line',
  until: 'line',
  branches: 'canvas',
  nobody: 'settings',
  starter: 'settings',
  again: 'settings',
  passText: 'settings',
}

/** What a word says beside its title: the title or the document of an action, the number of a list. */
function valueText(value: unknown, text: string | undefined): string {
  if (Array.isArray(value)) return ` ${value.length} 个`
  if (isJsonObject(value)) {
    const named = value.title ?? value.screen
    return named === undefined ? '' : `：${String(named)}`
  }
  return typeof value === 'boolean' ? '' : `：${text ?? String(value)}`
}

/** The lines of a card below its title, the most important first. */
export function stepLines(step: JsonObject, kind: StepKind | undefined, names: StepNames): string[] {
  const has = (key: string) => findWord(kind, key) !== undefined
  const others = (kind?.words ?? []).flatMap((word) => {
    const { key, title = key } = word.field
    const value = step[key]
    if (key in otherPlaces || value === undefined) return []
    if (value === false) return [`不${title}`]
    return [`${title}${valueText(value, optionText(word, value))}`]
  })
  return [
    ...(has('to') ? [peopleText(step.to, names) || '还没有选办理人'] : []),
    ...(has('until')
      ? [typeof step.until === 'string' ? `等到 ${explainText(step.until, names.field)}` : '还没有选等到哪天']
      : []),
    ...howText(step, kind),
    ...limitText(step.limit, kind),
    ...others,
  ]
}
