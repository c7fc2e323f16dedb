import { Button } from 'antd'
import { useState } from 'react'
import { forgetView, type View } from '#client/session/view-as.ts'
import { loadChunk } from '#runtime/host/chunks.ts'

/** The page from which views begin. */
const userList = '/isystem/user'

/** The bar of a window that shows the screens of another user, with the way back. */
export function ViewBar({ view: { id, realname, username, viewer } }: { view: View }) {
  const [isEnding, setEnding] = useState(false)
  const end = async () => {
    setEnding(true)
    forgetView()
    try {
      const { http } = await loadChunk(() => import('#client/session/http.ts'))
      await http.send('DELETE', '/sys/user/viewAs', undefined, { params: { id } })
    } finally {
      // A view that could not be ended at the server ends with the session.
      location.assign(userList)
    }
  }
  return (
    <div className="app-wire-bar app-view-bar" role="status">
      <span>
        {viewer.realname}（{viewer.username}）正在以「{realname}」（{username}）的身份查看，只能查看，不能修改
      </span>
      <Button size="small" loading={isEnding} onClick={end}>
        退出
      </Button>
    </div>
  )
}
