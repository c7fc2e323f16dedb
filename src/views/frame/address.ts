/** The address of an iframe entry: an address that may be shown, and its removed parts, or the refusal. */
export type FrameAddress =
  | { kind: 'shown'; url: string; isOwn: boolean; isTokenDropped: boolean }
  | { kind: 'refused'; why: string }

const ownOrigin = /\{\{\s*window\._CONFIG\[\s*(['"])domianURL\1\s*\]\s*\}\}/g

/**
 * The address of an iframe entry (contract, `meta.url`): the own origin replaces `domianURL`. A token is never put
 * into an address, where logs and other sites would see it: a parameter for one is dropped.
 */
export function frameAddress(raw: string, origin: string): FrameAddress {
  const text = raw.replace(ownOrigin, origin)
  if (/\{\{|\}\}/.test(text)) return { kind: 'refused', why: '地址里有不认识的写法' }
  if (!URL.canParse(text, origin)) return { kind: 'refused', why: '地址写得不对' }
  const url = new URL(text, origin)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { kind: 'refused', why: '只能打开 http 或 https 地址' }
  const asking = [...url.searchParams].filter(([, value]) => value.includes('${'))
  for (const [name] of asking) url.searchParams.delete(name)
  if (decodeURIComponent(url.href.replaceAll('%', '%25')).includes('$%7B') || url.href.includes('${'))
    return { kind: 'refused', why: '登录凭证不能写进地址' }
  return { kind: 'shown', url: url.href, isOwn: url.origin === origin, isTokenDropped: asking.length > 0 }
}
