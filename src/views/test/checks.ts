/** The result of a check: good, a limitation, or a problem that keeps the product from working. */
export interface Finding {
  state: 'good' | 'weak' | 'bad'
  text: string
}

export interface Check {
  name: string
  run(): Finding | Promise<Finding>
}

export interface Caller {
  userId: string
  token: string
}

const good = (text: string): Finding => ({ state: 'good', text })
const weak = (text: string): Finding => ({ state: 'weak', text })
const bad = (text: string): Finding => ({ state: 'bad', text })

/** The features that the product requires; older browsers lack some of them. */
function browser(): Finding {
  const lacking = [
    ['structuredClone', 'structuredClone' in window],
    ['Array.prototype.at', 'at' in Array.prototype],
    ['CSS :has', CSS.supports('selector(:has(a))')],
    ['ResizeObserver', 'ResizeObserver' in window],
  ].flatMap(([name, isThere]) => (isThere ? [] : [name]))
  return lacking.length === 0 ? good(navigator.userAgent) : bad(`版本过旧，缺少 ${lacking.join('、')}`)
}

function storage(): Finding {
  try {
    const key = 'pro__check'
    localStorage.setItem(key, '1')
    localStorage.removeItem(key)
    sessionStorage.setItem(key, '1')
    sessionStorage.removeItem(key)
    return good('可以保存登录状态和界面设置')
  } catch {
    return bad('浏览器禁止本站保存数据，无法保持登录')
  }
}

const drafts = (): Promise<Finding> =>
  new Promise((resolve) => {
    const opening = window.indexedDB?.open('pro__check')
    if (!opening) return resolve(weak('不能保存草稿：没有 IndexedDB'))
    opening.onerror = () => resolve(weak('不能保存草稿：IndexedDB 被禁用'))
    opening.onsuccess = () => {
      opening.result.close()
      indexedDB.deleteDatabase('pro__check')
      resolve(good('可以保存未提交的草稿'))
    }
  })

async function server(): Promise<Finding> {
  const from = performance.now()
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' })
    const took = Math.round(performance.now() - from)
    const number = answer.headers.get('x-request-id') ?? ''
    if (!answer.ok) return bad(`服务器回答 ${answer.status}，编号 ${number}`)
    return took > 1000 ? weak(`能连接，但较慢：${took} 毫秒`) : good(`${took} 毫秒，编号 ${number}`)
  } catch {
    return bad('连接不到服务器')
  }
}

/** Whether a socket connects: proxies often pass pages and block sockets. */
const socket = ({ userId, token }: Caller): Promise<Finding> =>
  new Promise((resolve) => {
    const address = `${window.location.origin.replace(/^http/, 'ws')}/websocket/${encodeURIComponent(userId)}`
    const live = new WebSocket(address, [token])
    const timer = setTimeout(() => end(bad('5 秒内没有连上，请检查代理是否放行 WebSocket')), 5000)
    const end = (finding: Finding) => {
      clearTimeout(timer)
      live.onopen = null
      live.onclose = null
      live.close()
      resolve(finding)
    }
    live.onopen = () => end(good('可以接收即时消息'))
    live.onclose = () => end(bad('没有连上，请检查代理是否放行 WebSocket'))
  })

function drawing(): Finding {
  const canvas = document.createElement('canvas')
  return (canvas.getContext('webgl2') ?? canvas.getContext('webgl'))
    ? good('可以显示三维地图')
    : weak('WebGL 不可用，三维地图不能显示')
}

function screen(): Finding {
  const { innerWidth, innerHeight, devicePixelRatio } = window
  return good(`${innerWidth} × ${innerHeight}，缩放 ${Math.round(devicePixelRatio * 100)} %`)
}

function clock(): Finding {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const now = new Date().toLocaleString('zh-CN', { hour12: false })
  return timeZone === 'Asia/Shanghai' ? good(now) : weak(`${now}，时区为 ${timeZone}，不是北京时间`)
}

/** The first facts that support needs. */
export const checksFor = (caller: Caller): readonly Check[] => [
  { name: '浏览器', run: browser },
  { name: '本地存储', run: storage },
  { name: '草稿存储', run: drafts },
  { name: '服务器', run: server },
  { name: '即时消息', run: () => socket(caller) },
  { name: '三维图形', run: drawing },
  { name: '窗口', run: screen },
  { name: '时间', run: clock },
]
