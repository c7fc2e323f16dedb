import { Exception } from './Exception.tsx'
import { ExplainButton } from './ExplainButton.tsx'

export default function NotFound() {
  return (
    <Exception
      number="404"
      title="抱歉，您访问的页面不存在或仍在开发中"
      text="地址可能写错了，或者这个入口已从您的菜单中移除。"
    >
      <ExplainButton />
    </Exception>
  )
}
