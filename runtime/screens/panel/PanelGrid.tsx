import type { CSSProperties } from 'react'
import { DEFAULT_COLUMNS, type PanelCard } from '#runtime/compile/panel/panel.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { StateNote } from '#runtime/ui/state/StateNote.tsx'
import { BlockView } from './BlockView.tsx'

interface Props {
  title: string
  columnCount: number | undefined
  places: readonly PanelCard[]
}

/** The blocks that the user may see, on the columns of the panel, some in a column beside them. */
export const PanelGrid = ({ title, columnCount = DEFAULT_COLUMNS, places }: Props) => (
  <>
    {places.length === 0 && (
      <div className="pro-sheet">
        <StateNote title="没有可以查看的内容" text={`「${title}」里的内容都需要授权，请联系管理员。`} />
      </div>
    )}
    <div className="pro-panel-columns" data-side={places.some(({ isAside }) => isAside) || undefined}>
      <div className="pro-panel-grid" style={{ '--columns': columnCount } as CSSProperties}>
        {places.map(
          (place, order) => !place.isAside && <Sheet key={place.key} place={place} order={order} />,
        )}
      </div>
      <div className="pro-panel-side">
        {places.map((place, order) => place.isAside && <Sheet key={place.key} place={place} order={order} />)}
      </div>
    </div>
  </>
)

/** A grid cell of the panel; `order` is its position in a one-column layout. */
const Sheet = ({ place: { span, lines }, order }: { place: PanelCard; order: number }) => (
  <div className="pro-place" style={{ '--span': span, '--order': order } as CSSProperties}>
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have the order of the document and no names
      <div key={at} className="pro-line">
        {line.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks have the order of the document and no names
          <InlineErrorBoundary key={index} title={block.title ? `「${block.title}」` : ''}>
            <BlockView block={block} />
          </InlineErrorBoundary>
        ))}
      </div>
    ))}
  </div>
)
