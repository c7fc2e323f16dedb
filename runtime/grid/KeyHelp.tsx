import { QuestionCircleOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { BarPopover } from './BarPopover.tsx'
import { keyHints, treeHints } from './key-hints.ts'

/** What the keyboard can do here, for those who never leave it. */
export function KeyHelp({ isFrozen, isTree }: { isFrozen: boolean; isTree: boolean }) {
  return (
    <BarPopover label="快捷键" title="快捷键" icon={<QuestionCircleOutlined />}>
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
    </BarPopover>
  )
}
