import { useDroppable } from '@dnd-kit/core'
import { type ReactNode, useRef } from 'react'
import type { JsonObject } from '#runtime/kernel/json.ts'
import { countPlaces } from '#runtime/record/print/label-sheets.ts'
import type { PrintTemplate } from '#runtime/record/print/print-template.ts'
import type { PrintedBlock } from '#runtime/record/print/printed-block.ts'
import { type Running, type RunningLine, runningPlaces, writeRunning } from '#runtime/record/print/running.ts'
import { contentSize, pageMargins, parsePaper } from '#runtime/schema/kinds/print/page.ts'
import { LabelSheet } from '#runtime/screens/form/print/LabelSheet.tsx'
import { Sheet } from '#runtime/screens/form/print/Sheet.tsx'
import { useInstitution } from '#runtime/services/institution.ts'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import type { PrintBlockContext } from '../commands/print-commands.ts'
import { PaperBlock } from './PaperBlock.tsx'
import { useOverflow } from './useOverflow.ts'
import { usePages } from './usePages.ts'

/** The label that has the blocks. */
const firstLabel = { box: '.view-print-labels .pro-print-labels > div', parts: '.view-print-block' }

/** Millimetres between two pages. */
const GAP = 8

interface Props {
  template: PrintTemplate
  blocks: readonly JsonObject[]
  /** What each block prints of the record. */
  printed: readonly (readonly PrintedBlock[])[]
  running: Running
  zoom: number
  selected: number | null
  faulty: ReadonlySet<number>
  edits: PrintBlockContext['edits']
  onSelect(at: number | null): void
}

/**
 * The pages of a template side by side, as large as its paper. The browser breaks the content into pages by the same rules as
 * when it prints: each page is a column.
 */
export function PaperCanvas(props: Props) {
  const { template, blocks, printed, running, zoom, selected, faulty, edits, onSelect } = props
  const { name: institution } = useInstitution()
  const flow = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const paper = parsePaper(template.page)
  const margins = pageMargins(template)
  const size = contentSize(template)
  const step = paper.width + GAP
  const measured = usePages(flow, end, step / size.width)
  const pages = template.labels ? 1 : measured
  const excess = useOverflow(flow, firstLabel)
  const isTooLong = template.labels ? excess > 0 : paper.isLabel && pages > 1
  const last = useDroppable({ id: `at:${blocks.length}` })
  const drawn = (
    <article className="pro-print-copy">
      {blocks.map((block, at) => (
        <PaperBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its position only
          key={at}
          block={block}
          at={at}
          count={blocks.length}
          printed={printed[at] ?? []}
          institution={institution}
          isSelected={at === selected}
          isFaulty={faulty.has(at)}
          edits={edits}
          onSelect={onSelect}
        />
      ))}
      <div className="view-print-end">
        <div ref={last.setNodeRef} data-over={last.isOver || undefined} />
        {blocks.length === 0 && (
          <StateNote title="纸上还没有内容" text="在左边选一种块，或把字段拖到这里。" />
        )}
      </div>
    </article>
  )
  const width = pages * step - GAP
  const place = { width: `${width * zoom}mm`, height: `${paper.height * zoom}mm` }
  // Drawn smaller after it is laid out: a layout at another scale would break other lines.
  const style = { transform: `scale(${zoom})`, width: `${width}mm`, height: `${paper.height}mm` }
  return (
    <>
      {isTooLong && (
        <p className="view-print-excess" role="alert">
          {template.labels
            ? `这条记录的内容比标签高 ${Math.ceil(excess * template.labels.height)} 毫米，多出来的印不出来：请减少内容、改小字号，或换高一点的标签。`
            : '这条记录的内容一张标签印不下，会印到下一张上：请减少内容、改小字号，或换大一点的标签。'}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the blocks selects the document, as the list does */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the entry of the document is in the list */}
      <div
        className="view-print-board"
        style={place}
        onClick={({ target }) => !(target as Element).closest('[data-at]') && onSelect(null)}
      >
        <div className="view-print-sheets" style={style}>
          {Array.from({ length: pages }, (_, at) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have a fixed order
              key={at}
              className="pro-print-paper view-print-page"
              style={{ left: `${at * step}mm`, width: `${paper.width}mm`, height: `${paper.height}mm` }}
            >
              <Edge edge="top" line={running.header} page={at + 1} pages={pages} margins={margins} />
              <Edge edge="bottom" line={running.footer} page={at + 1} pages={pages} margins={margins} />
            </div>
          ))}
          <div
            ref={flow}
            className="pro-print-paper view-print-flow"
            style={{
              top: `${margins.top}mm`,
              left: `${margins.left}mm`,
              width: `${size.width}mm`,
              height: `${size.height}mm`,
              ...(!template.labels && {
                columnWidth: `${size.width}mm`,
                columnGap: `${step - size.width}mm`,
              }),
            }}
          >
            {template.labels ? (
              <Labels template={template}>{drawn}</Labels>
            ) : (
              <>
                {drawn}
                <Sheet
                  blocks={printed.flat()}
                  institution={institution}
                  copies={Math.max(0, (template.copies ?? 1) - 1)}
                />
                <div ref={end} />
              </>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

/** The first label with the blocks, and the frames of the others. */
function Labels({ template: { labels }, children }: { template: PrintTemplate; children: ReactNode }) {
  if (!labels) return null
  const others = Array.from({ length: countPlaces(labels) - 1 }, () => null)
  return (
    <div className="view-print-labels">
      <LabelSheet grid={labels} labels={[children, ...others]} />
    </div>
  )
}

interface EdgeProps {
  edge: 'top' | 'bottom'
  line: RunningLine | undefined
  page: number
  pages: number
  margins: ReturnType<typeof pageMargins>
}

/** The header or the footer of a page, in the middle of its margin as browsers print it. */
function Edge({ edge, line, page, pages, margins }: EdgeProps) {
  if (!line) return null
  return (
    <div
      className="view-print-edge"
      style={{
        [edge]: 0,
        left: `${margins.left}mm`,
        right: `${margins.right}mm`,
        height: `${margins[edge]}mm`,
      }}
    >
      {runningPlaces.map((place) => (
        <span key={place} data-place={place}>
          {writeRunning(line[place] ?? [], page, pages)}
        </span>
      ))}
    </div>
  )
}
