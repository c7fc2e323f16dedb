import { Exception } from './Exception.tsx'
import { ExplainButton } from './ExplainButton.tsx'

export default function Forbidden() {
  return (
    <Exception number="403" title="抱歉，您无权访问该页面" text="查看这个页面需要授权，请联系系统管理员。">
      <ExplainButton />
    </Exception>
  )
}
