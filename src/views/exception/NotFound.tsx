import { Exception } from './Exception.tsx'

export default function NotFound() {
  return <Exception title="页面不存在" text="地址可能写错了，或者这个入口已从您的菜单中移除。" />
}
