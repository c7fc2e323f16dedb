import type { PlacedBlock } from '#runtime/compile/panel/arrangement.ts'
import { InlineErrorBoundary } from '#runtime/ui/errors/InlineErrorBoundary.tsx'
import { BlockView } from '../BlockView.tsx'
import { PanelContext, type PanelFrame } from '../useBlock.ts'

/** The content of a placed block, which asks for its data as on the panel that it comes from. */
export const PlacedContent = ({ block, frame }: { block: PlacedBlock; frame: PanelFrame | undefined }) => (
  <div className="pro-line">
    <InlineErrorBoundary title={`「${block.title}」`}>
      {frame && (
        <PanelContext.Provider value={frame}>
          <BlockView block={block.content} />
        </PanelContext.Provider>
      )}
    </InlineErrorBoundary>
  </div>
)
