import { Button } from 'antd'
import { useServices } from '#runtime/services/services.tsx'

/** The recovery codes, which are shown once: to copy or to write down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { notify } = useServices()
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify('success', '已复制'),
      () => notify('error', '没有复制成功，请手工抄写'),
    )
  return (
    <div className="view-own-codes">
      <p>
        手机不在身边时，可以用恢复码代替动态验证码登录，每个只能用一次。它们只在这里显示一次，请抄下来或打印，放在安全的地方。
      </p>
      <ul aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button onClick={() => void copy()}>复制</Button>
    </div>
  )
}
