import { Modal } from 'antd'
import { useState } from 'react'
import { institution, productTitle, releaseDate, version } from '#client/institution.ts'
import { Licences } from './Licences.tsx'
import './help.css'

/** What the product is, and the licences of the packages in it. */
export function AboutDialog({ onClose }: { onClose(): void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title="关于"
      width={640}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <dl className="app-about">
        <dt>产品</dt>
        <dd>
          {institution}
          {productTitle}
        </dd>
        <dt>版本</dt>
        <dd>{version}</dd>
        <dt>发布日期</dt>
        <dd>{releaseDate}</dd>
      </dl>
      <Licences />
    </Modal>
  )
}
