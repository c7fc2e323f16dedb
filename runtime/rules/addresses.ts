import { isSafeLink } from '#runtime/kernel/html.ts'
import type { Handler } from './handlers.ts'
import { isEmpty, ruleText } from './run.ts'

/** The id of a document, or the name of a component. */
const pageName = /^[\w.-]+(?:\/[\w.-]+)*$/

/**
 * `page`: the target of a message. A web address (http, https), a path of this system or the name of a page; no other
 * scheme, which could run a script. An empty value is valid.
 */
export const checkPage: Handler = (value, { title }) => {
  if (isEmpty(value)) return null
  const text = ruleText(value)
  const isPage = pageName.test(text) || (isSafeLink(text) && !/^mailto:/i.test(text))
  return isPage
    ? null
    : `${title}应为 http:// 或 https:// 开头的网址、以 / 开头的本系统地址，或界面的编号（如 stock/in-bill）`
}

/** Checks of addresses, under the names documents use: the same on both sides. */
export const addressHandlers = [['page', checkPage]] as const
