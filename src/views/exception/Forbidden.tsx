import { errorText } from '../../../runtime/kernel/errors.ts'
import { Exception } from './Exception.tsx'

export default function Forbidden() {
  return (
    <Exception title={errorText('FORBIDDEN')} text="您没有查看这个页面的权限。需要时请联系管理员授权。" />
  )
}
