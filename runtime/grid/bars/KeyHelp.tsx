import { QuestionCircleOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { keyHints, treeHints } from '../commands/key-hints.ts'
import { BarPopover } from './BarPopover.tsx'

/** The keyboard shortcuts of the table. */
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
