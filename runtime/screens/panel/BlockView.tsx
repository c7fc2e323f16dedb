import { type ComponentType, Suspense } from 'react'
import type { PanelBlock } from '#runtime/schema/kinds/panel/shape.ts'
import { useExtensions } from '#runtime/services/extensions.ts'
import { BlockWait } from './BlockFrame.tsx'
import { blockViews } from './block-views.ts'
import './panel.css'

/** A block drawn by its widget if it names one, else by its type. */
export function BlockView({ block }: { block: PanelBlock }) {
  const { blockWidgets } = useExtensions()
  const Widget = 'widget' in block && block.widget ? blockWidgets?.get(block.widget) : undefined
  const View = Widget ?? (blockViews[block.type] as ComponentType<{ block: PanelBlock }>)
  return (
    <Suspense
      fallback={
        <div className="pro-block" aria-busy="true">
          <BlockWait isLate={false} />
        </div>
      }
    >
      <View block={block} />
    </Suspense>
  )
}
