import { Checkbox, Modal } from 'antd'
import { useMemo, useState } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { writeDocument } from '#runtime/schema/write/write-document.ts'
import { foldLines, type LinePair, type NumberedLine, pairLines } from './line-diff.ts'
import './documents-beside.css'

interface Props {
  before: JsonObject
  after: JsonObject
  /** What the two documents are, such as 第 2 版. */
  titles: readonly [before: string, after: string]
  onClose(): void
}

/** Two documents as their files have them, next to each other, with the changed lines marked. */
export function DocumentsBeside({ before, after, titles, onClose }: Props) {
  const [isWhole, setWhole] = useState(false)
  const pairs = useMemo(() => pairLines(writeDocument(before), writeDocument(after)), [before, after])
  const blocks = useMemo(() => (isWhole ? [{ pairs }] : foldLines(pairs)), [pairs, isWhole])
  const isEqual = pairs.every(({ isSame }) => isSame)
  return (
    <Modal
      open
      title="并排对照"
      width="min(1280px, calc(100vw - 32px))"
      style={{ top: 24 }}
      footer={null}
      onCancel={onClose}
    >
      <div className="view-design-choices">
        <Checkbox checked={isWhole} onChange={({ target }) => setWhole(target.checked)}>
          显示相同的行
        </Checkbox>
        {isEqual && <span>两份没有不同</span>}
      </div>
      <div className="view-beside">
        <table>
          <colgroup>
            <col />
            <col />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                {titles[0]}
              </th>
              <th scope="col" colSpan={2}>
                {titles[1]}
              </th>
            </tr>
          </thead>
          {blocks.map((block, at) =>
            'left' in block ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their position
              <tbody key={at}>
                <tr className="view-beside-left">
                  <td colSpan={4}>{block.left} 行相同</td>
                </tr>
              </tbody>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name than their position
              <tbody key={at}>
                {block.pairs.map((pair) => (
                  <Row key={`${pair.before?.number} ${pair.after?.number}`} pair={pair} />
                ))}
              </tbody>
            ),
          )}
        </table>
      </div>
    </Modal>
  )
}

function Row({ pair: { isSame, before, after } }: { pair: LinePair }) {
  return (
    <tr>
      <Line line={before} mark={isSame ? undefined : 'removed'} />
      <Line line={after} mark={isSame ? undefined : 'added'} />
    </tr>
  )
}

const signs = { removed: '−', added: '+' } as const

function Line({ line, mark }: { line: NumberedLine | undefined; mark: keyof typeof signs | undefined }) {
  return (
    <>
      <td className="view-beside-number">
        {line?.number}
        {line && mark && ` ${signs[mark]}`}
      </td>
      <td data-mark={line && mark}>{line?.text}</td>
    </>
  )
}
