import { explain } from '#runtime/kernel/expression/explain.ts'
import { parseExpression } from '#runtime/kernel/expression.ts'
import { exemptionTitle } from '#runtime/schema/action-codes.ts'
import { auditTitle, getTitle } from '#runtime/schema/derive.ts'
import type { StoredScreen } from '#runtime/schema/types.ts'

/** A row rule of a document, in words. */
interface DocumentRule {
  name: string
  /** Which records it shows. */
  text: string
  /** The title of the right whose holders it does not bind. */
  exemption: string | null
}

const userTitles: Readonly<Record<string, string>> = {
  'user.id': '当前用户',
  'user.username': '当前用户的账号',
  'user.realname': '当前用户的姓名',
  'user.orgCode': '当前用户的部门',
  'user.roles': '当前用户的角色',
}

function formatRule(where: string, screen: StoredScreen): string {
  const read = parseExpression(where)
  if (!read.ok) return where
  const titles = new Map(screen.fields.map((field) => [field.key, getTitle(field)]))
  const formatName = (name: string) => {
    return userTitles[name] ?? titles.get(name) ?? auditTitle(name) ?? name
  }
  return explain(read.value, () => null, formatName).formula
}

/** The rules that a document has itself: nobody ticks them, and they are changed in the document only. */
export const documentRules = (screen: StoredScreen): DocumentRule[] =>
  (screen.rowRules ?? []).map(({ name, where, unless, roles }) => ({
    name,
    text: `${roles ? `角色 ${roles.join('、')}：` : ''}${formatRule(where, screen)}`,
    exemption: unless === undefined ? null : exemptionTitle(name),
  }))
