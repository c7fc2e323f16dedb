import { isEmpty } from '#runtime/kernel/json.ts'
import { isSafeLink } from '#runtime/kernel/text/html.ts'
import type { Handler } from './handlers.ts'
import { ruleText } from './run.ts'

/** The id of a document, or the name of a component. */
const pageName = /^[\w.-]+(?:\/[\w.-]+)*$/

/** A step to the folder itself or above it, also as a browser decodes it, or an empty one. */
const hasSteps = (address: string): boolean => {
  const [path = ''] = address.split(/[?#]/)
  return /(^|[\\/])(\.|%2e){1,2}([\\/]|$)|[\\/]{2}/i.test(path)
}

/** Whether a text is the id of a document or the name of a component. */
export const isPageName = (text: string): boolean => pageName.test(text) && !hasSteps(text)

/** Whether a text is a web address, or a path of this system that leads nowhere else. */
export const isPageAddress = (text: string): boolean =>
  isSafeLink(text) && !/^mailto:/i.test(text) && !(text.startsWith('/') && hasSteps(text))

/**
 * `page`: the target of a message. A web address (http, https), a path of this system or the name of a page; no other
 * scheme, which could run a script. An empty value is valid.
 */
export const checkPage: Handler = (value, { title }) => {
  if (isEmpty(value)) return null
  const text = ruleText(value)
  return isPageName(text) || isPageAddress(text)
    ? null
    : `${title}应为 http:// 或 https:// 开头的网址、以 / 开头的本系统地址，或界面的编号（如 stock/in-bill）`
}

/** Checks of addresses, under the names documents use: the same on both sides. */
export const addressHandlers = [['page', checkPage]] as const
