import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Popover } from 'antd'
import { Fragment } from 'react'
import { keyHints, treeHints } from './key-hints.ts'

/** What the keyboard can do here, for those who never leave it. */
export function KeyHelp({ isFrozen, isTree }: { isFrozen: boolean; isTree: boolean }) {
  const content = (
    <dl className="detail-keys" tabIndex={0} aria-label="快捷键">
      {[...keyHints, ...(isTree ? treeHints : [])]
        .filter(({ isChange }) => !isChange || !isFrozen)
        .map(({ keys, text }) => (
          <Fragment key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
    </dl>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title="快捷键" content={content} destroyOnHidden>
      <Button size="small" type="text" icon={<QuestionCircleOutlined />} aria-label="快捷键" />
    </Popover>
  )
}
