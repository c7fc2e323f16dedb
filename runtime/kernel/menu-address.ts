/** The web address of a menu entry: an address that may be opened, and its removed parts, or the refusal. */
export type MenuAddress =
  | { kind: 'shown'; url: string; isOwn: boolean; isTokenDropped: boolean }
  | { kind: 'refused'; why: string }

const ownOrigin = /\{\{\s*window\._CONFIG\[\s*(['"])domianURL\1\s*\]\s*\}\}|\{base\}/g
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)

/** Whether the text of an entry is a web address and not a path of the application. */
export const isWebAddress = (text: string): boolean => /^(https?:\/\/|\{\{|\{base\})/i.test(text)

/**
 * The address that an entry opens (contract, `meta.url`): `{base}` and `domianURL` stand for the own origin. Another site
 * is opened by https, unless it is on this computer. A token is never put into an address, where logs and other sites
 * would see it: a parameter for one is dropped.
 */
export function menuAddress(raw: string, origin: string): MenuAddress {
  const text = raw.replace(ownOrigin, origin)
  if (/[{}]/.test(text.replace(/\$\{\w*\}/g, ''))) return { kind: 'refused', why: '地址里有不认识的写法' }
  if (!URL.canParse(text, origin)) return { kind: 'refused', why: '地址写得不对' }
  const url = new URL(text, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { kind: 'refused', why: '只能打开 http 或 https 地址' }
  const isOwn = url.origin === origin
  if (!isOwn && url.protocol === 'http:' && !isLoopback(url.hostname))
    return { kind: 'refused', why: '其他网站的地址要以 https:// 开头' }
  if (url.username !== '' || url.password !== '') return { kind: 'refused', why: '登录凭证不能写进地址' }
  const placeholders = [...url.searchParams].filter(([, value]) => value.includes('${'))
  for (const [name] of placeholders) url.searchParams.delete(name)
  if (decodeURIComponent(url.href.replaceAll('%', '%25')).includes('$%7B') || url.href.includes('${'))
    return { kind: 'refused', why: '登录凭证不能写进地址' }
  return { kind: 'shown', url: url.href, isOwn, isTokenDropped: placeholders.length > 0 }
}
