import { Typography } from 'antd'
import { Code } from '#runtime/fields/other/Code.tsx'

/** The address of a public form to hand out, and its QR code. */
export function PublicAddress({ id }: { id: string }) {
  const address = `${location.origin}/public/${id}`
  return (
    <>
      <Typography.Text code copyable={{ tooltips: ['复制', '已复制'] }}>
        {address}
      </Typography.Text>
      <Code text={address} label="公开表单" />
    </>
  )
}
