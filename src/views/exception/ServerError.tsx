import { Exception } from './Exception.tsx'

export default function ServerError() {
  return (
    <Exception
      number="500"
      title="抱歉，服务器出错了"
      text="请稍后再试；仍不行时，请把出错的时间和提示中的编号告诉系统管理员。"
    />
  )
}
