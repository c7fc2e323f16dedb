import { QrcodeOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Suspense } from 'react'
import { ellipsis } from '#runtime/kernel/text/text.ts'
import { getTitle } from '#runtime/schema/derive.ts'
import { lazyPart } from '#runtime/ui/lazy.tsx'
import type { CellProps } from '../../contract/contract.ts'

const Code = lazyPart(async () => (await import('./Code.tsx')).Code)

/** The text, and its QR code on demand. */
export function QrcodeCell({ value, field }: CellProps<string>) {
  if (value === null) return null
  const code = (
    <Suspense fallback={<div style={{ width: 160, height: 160 }} />}>
      <Code text={value} label={getTitle(field)} />
    </Suspense>
  )
  return (
    <Popover content={code} trigger={['hover', 'focus', 'click']}>
      <Button type="link" size="small" icon={<QrcodeOutlined aria-hidden />} style={{ paddingInline: 0 }}>
        {ellipsis(value, field.ellipsis)}
      </Button>
    </Popover>
  )
}
